/**
 * What real PyTorch clients and servers said to each other, as written down under {@code
 * src/test/resources/tcpstore}: a folder for each release, a file for each session.
 *
 * <p>A line is one JSON object: {@code dir} ({@code c2s} or {@code s2c}) with {@code hex}, or with
 * {@code parts} to be repeated {@code times}; or {@code event}. {@code op} is what the caller was
 * doing and {@code conn} the connection.
 */
@NullMarked
package dev.muster.store.recorded;

import org.jspecify.annotations.NullMarked;
