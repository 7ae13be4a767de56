package dev.muster.agent.demo;

import dev.muster.agent.session.LogSource;
import dev.muster.agent.session.Subscription;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** One worker's stream, in memory. Written by one thread, read by any. */
final class SimulatedLog implements LogSource {
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private byte[] bytes = new byte[1024];
    private int size;

    void append(String line) {
        byte[] more = (line + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (this) {
            if (size + more.length > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more.length));
            }
            System.arraycopy(more, 0, bytes, size, more.length);
            size += more.length;
        }
        listeners.forEach(Runnable::run);
    }

    @Override
    public synchronized long size() {
        return size;
    }

    @Override
    public synchronized int read(long position, ByteBuffer into) {
        if (position >= size) return 0;
        int count = Math.min(into.remaining(), size - (int) position);
        into.put(bytes, (int) position, count);
        return count;
    }

    @Override
    public Subscription onGrowth(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Nothing to let go of: the log belongs to its run. */
    @Override
    public void close() {}
}
