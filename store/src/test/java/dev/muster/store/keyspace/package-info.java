/** The rules of the keyspace, one by one, and at random against a dumb twin. */
@NullMarked
package dev.muster.store.keyspace;

import org.jspecify.annotations.NullMarked;
