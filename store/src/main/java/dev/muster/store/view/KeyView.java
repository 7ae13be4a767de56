package dev.muster.store.view;

import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Key;

/**
 * A key and how much stands under it.
 *
 * @param bytes of the value
 * @param beginning of the value; it may be a secret
 */
public record KeyView(Key key, int bytes, Bytes beginning) {}
