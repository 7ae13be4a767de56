package dev.muster.agent.output;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A log that may be growing, wherever its bytes are. */
public interface ByteLog extends AutoCloseable {
    /** How many bytes there are at this moment; fewer than before when it was cut. */
    long size() throws IOException;

    /** Reads from {@code position} into the free room; 0 at the present end. */
    int read(long position, ByteBuffer into) throws IOException;

    /** Calls the listener after bytes may have come, on a thread of its own. */
    Growth.Listening listen(Runnable listener) throws IOException;

    @Override
    void close() throws IOException;
}
