package dev.muster.store.wire;

import io.netty.handler.codec.DecoderException;

/** A peer sent what the protocol does not allow, so nothing after it can be understood. */
public final class MalformedStream extends DecoderException {
    private static final long serialVersionUID = 1L;

    MalformedStream(String message) {
        super(message);
    }
}
