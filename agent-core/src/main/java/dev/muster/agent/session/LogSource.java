package dev.muster.agent.session;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The bytes of one worker's stream, which may be growing. Any thread. */
public interface LogSource extends AutoCloseable {
    /** How many bytes there are at this moment. Shrinks only if somebody cut the file. */
    long size() throws IOException;

    /**
     * Reads from {@code position} into the buffer's free room.
     *
     * @return the number of bytes read; 0 at or past the present end
     */
    int read(long position, ByteBuffer into) throws IOException;

    /**
     * Calls {@code listener} soon after bytes arrived, from a thread of the session; several
     * arrivals may make one call. The listener must be quick.
     */
    Subscription onGrowth(Runnable listener);

    @Override
    void close() throws IOException;
}
