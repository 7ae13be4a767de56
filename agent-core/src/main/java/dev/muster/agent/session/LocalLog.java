package dev.muster.agent.session;

import dev.muster.agent.output.FileLog;
import dev.muster.agent.output.Growth;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * A worker's file on this machine.
 *
 * @param follow tells a listener of growth, as long as it wants
 */
record LocalLog(FileLog file, Function<Runnable, Subscription> follow) implements LogSource {
    /** One that its worker may still write. */
    static LocalLog growing(Path path, Growth growth) throws IOException {
        return new LocalLog(
                FileLog.open(path),
                listener -> {
                    try {
                        return growth.listen(path, listener)::close;
                    } catch (IOException e) {
                        throw new UncheckedIOException("cannot follow " + path, e);
                    }
                });
    }

    /** One of a run that is over. */
    static LocalLog still(FileLog file) {
        return new LocalLog(file, _ -> () -> {});
    }

    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    public int read(long position, ByteBuffer into) throws IOException {
        return file.read(position, into);
    }

    @Override
    public Subscription onGrowth(Runnable listener) {
        return follow.apply(listener);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
