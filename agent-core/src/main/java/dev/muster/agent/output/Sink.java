package dev.muster.agent.output;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Takes what one worker printed to one stream, and hands it to a console that others write to as
 * well. On one thread.
 */
abstract sealed class Sink permits PlainSink, LineSink {
    private final OutputStream console;

    Sink(OutputStream console) {
        this.console = console;
    }

    /** Takes the first {@code count} bytes, and keeps none of the array. */
    abstract void write(byte[] bytes, int count) throws IOException;

    /** Shows what has been kept back for too long. */
    abstract void showOverdue() throws IOException;

    /** Shows all that is kept back: nothing of this worker follows on it. */
    abstract void finish() throws IOException;

    /** The file has become another one: what follows is from its beginning. */
    void beginAnew() throws IOException {
        finish();
    }

    /** What is written while nobody else writes. */
    interface Piece {
        void writeTo(OutputStream console) throws IOException;
    }

    /** Everything in one piece, so that nobody else's bytes stand in it. */
    final void put(byte[] bytes, int count) throws IOException {
        if (count > 0) put(to -> to.write(bytes, 0, count));
    }

    /** Everything in one piece, however many writes it takes. */
    final void put(Piece piece) throws IOException {
        synchronized (console) {
            piece.writeTo(console);
            console.flush();
            if (console instanceof PrintStream stream && stream.checkError()) {
                throw new IOException("nobody takes it any more");
            }
        }
    }
}
