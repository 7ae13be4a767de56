package dev.muster.gui.logs;

import dev.muster.agent.session.LogSource;
import dev.muster.agent.session.Subscription;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A log in memory that grows, is cut or cannot be read when a test says so. Any thread. */
final class FakeLog implements LogSource {
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private byte[] bytes = new byte[1 << 12];
    private int size;
    private Optional<String> broken = Optional.empty();
    private boolean closed;

    static FakeLog of(String text) {
        var log = new FakeLog();
        log.append(text);
        return log;
    }

    void append(String text) {
        append(text.getBytes(StandardCharsets.UTF_8));
    }

    void append(byte[] more) {
        synchronized (this) {
            int wanted = size + more.length;
            if (wanted > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(wanted, 2 * bytes.length));
            }
            System.arraycopy(more, 0, bytes, size, more.length);
            size = wanted;
        }
        listeners.forEach(Runnable::run);
    }

    /** Somebody cuts the file; as in life, nobody is told. */
    synchronized void cut(int newSize) {
        Arrays.fill(bytes, newSize, size, (byte) 0);
        size = newSize;
    }

    synchronized void breakWith(String message) {
        broken = Optional.of(message);
    }

    synchronized void mend() {
        broken = Optional.empty();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    int listeners() {
        return listeners.size();
    }

    @Override
    public synchronized long size() {
        return size;
    }

    @Override
    public synchronized int read(long position, ByteBuffer into) throws IOException {
        if (broken.isPresent()) throw new IOException(broken.get());
        int length = Math.clamp(size - position, 0, into.remaining());
        into.put(bytes, (int) position, length);
        return length;
    }

    @Override
    public Subscription onGrowth(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public synchronized void close() {
        closed = true;
    }
}
