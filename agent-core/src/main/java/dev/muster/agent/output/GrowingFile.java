package dev.muster.agent.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A log that is a file on this machine. */
record GrowingFile(FileLog file, Path path, Growth growth) implements ByteLog {
    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    public int read(long position, ByteBuffer into) throws IOException {
        return file.read(position, into);
    }

    @Override
    public Growth.Listening listen(Runnable listener) throws IOException {
        return growth.listen(path, listener);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
