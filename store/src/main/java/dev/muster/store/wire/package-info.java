/**
 * The store's messages as bytes, and bytes as messages (tcpstore §2, §3).
 *
 * <p>Little-endian, no framing, no message numbers: a request is an opcode and its fields, and what
 * an answer looks like depends on the request it answers. Both decoders are step machines that take
 * a field whole or wait for more, check each length before anything is reserved for it, and never
 * repair a broken stream. What differs between PyTorch's releases is a {@link
 * dev.muster.store.protocol.Dialect}.
 */
@NullMarked
package dev.muster.store.wire;

import org.jspecify.annotations.NullMarked;
