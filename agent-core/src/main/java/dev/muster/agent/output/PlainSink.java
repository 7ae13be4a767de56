package dev.muster.agent.output;

import java.io.IOException;
import java.io.OutputStream;

/** Byte for byte, at once. */
final class PlainSink extends Sink {
    PlainSink(OutputStream console) {
        super(console);
    }

    @Override
    void write(byte[] bytes, int count) throws IOException {
        put(bytes, count);
    }

    @Override
    void showOverdue() {
        // nothing is kept back
    }

    @Override
    void finish() {
        // nothing is kept back
    }
}
