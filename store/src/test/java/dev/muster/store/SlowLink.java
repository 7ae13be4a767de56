package dev.muster.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A way to a store on which every byte takes its time, however many are under way. */
public final class SlowLink implements AutoCloseable {
    private static final int CHUNK = 1 << 16;

    private final InetSocketAddress store;
    private final Duration eachWay;
    private final ScheduledExecutorService underWay =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("slow link").factory());
    private final FakeStore entrance;

    private SlowLink(InetSocketAddress store, Duration eachWay) throws IOException {
        this.store = store;
        this.eachWay = eachWay;
        this.entrance = FakeStore.treating(this::carry);
    }

    public static SlowLink to(InetSocketAddress store, Duration eachWay) throws IOException {
        return new SlowLink(store, eachWay);
    }

    public InetSocketAddress address() {
        return entrance.address();
    }

    @Override
    public void close() throws IOException {
        entrance.close();
        underWay.shutdownNow();
    }

    private void carry(InputStream in, OutputStream out) throws IOException {
        try (var there = new Socket(store.getAddress(), store.getPort())) {
            there.setTcpNoDelay(true);
            Thread.startVirtualThread(() -> carryBack(there, out));
            carryAll(in, there.getOutputStream());
        }
    }

    private void carryBack(Socket there, OutputStream out) {
        try {
            carryAll(there.getInputStream(), out);
        } catch (IOException e) {
            if (!there.isClosed()) throw new UncheckedIOException(e);
        }
    }

    private void carryAll(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[CHUNK];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            byte[] chunk = Arrays.copyOf(buffer, read);
            var _ =
                    underWay.schedule(
                            () -> {
                                out.write(chunk);
                                return chunk.length;
                            },
                            eachWay.toNanos(),
                            TimeUnit.NANOSECONDS);
        }
    }
}
