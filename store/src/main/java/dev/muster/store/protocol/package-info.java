/**
 * What a client may ask of the store and what it may answer: meanings without bytes.
 *
 * <p>How they are spelled on the wire is {@code store.wire}'s business, what they do is {@code
 * store.keyspace}'s.
 */
@NullMarked
package dev.muster.store.protocol;

import org.jspecify.annotations.NullMarked;
