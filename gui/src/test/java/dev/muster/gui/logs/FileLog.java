package dev.muster.gui.logs;

import dev.muster.agent.session.LogSource;
import dev.muster.agent.session.Subscription;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A log in a real file, which a test writes to. */
final class FileLog implements LogSource {
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final FileChannel file;

    FileLog(Path path) throws IOException {
        file =
                FileChannel.open(
                        path,
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.SPARSE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
    }

    void write(String text, long position) throws IOException {
        file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), position);
        listeners.forEach(Runnable::run);
    }

    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    public int read(long position, ByteBuffer into) throws IOException {
        return Math.max(0, file.read(into, position));
    }

    @Override
    public Subscription onGrowth(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
