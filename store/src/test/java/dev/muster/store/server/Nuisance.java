package dev.muster.store.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executors;

/** Ways to be a burden to a store, each of them again and again until told to stop. */
enum Nuisance {
    /** All are connected at once, and each of their requests comes in a byte a second. */
    DRIPS(10) {
        @Override
        SocketChannel begin(InetSocketAddress store) throws IOException {
            return connect(store, buffer(64).put((byte) 1).putLong(8 << 10)); // SET, a long key
        }

        @Override
        void goOn(Deque<SocketChannel> open) throws IOException {
            for (int i = open.size() / 100; i >= 0; i--) {
                var next = open.remove();
                next.write(ByteBuffer.wrap(new byte[] {'x'}));
                open.add(next);
            }
        }
    },

    /** Asks for 30 MiB and reads none of them. */
    NEVER_READS(100) {
        @Override
        SocketChannel begin(InetSocketAddress store) throws IOException {
            var gets = buffer(1024);
            for (int i = 0; i < 60; i++) gets.put((byte) 3).putLong(1).put((byte) 'k');
            return connect(store, gets);
        }
    },

    /** Waits for as many names as may be, and is gone before the first of them comes. */
    WAITS_AND_VANISHES(250) {
        private static final int NAMES = 128 << 10;

        @Override
        SocketChannel begin(InetSocketAddress store) throws IOException {
            var wait = buffer(64 + 2 * Long.BYTES * NAMES).put((byte) 6).putLong(NAMES);
            for (long i = 0; i < NAMES; i++) wait.putLong(Long.BYTES).putLong(i);
            return connect(store, wait);
        }
    };

    private final int everyMillis;

    Nuisance(int everyMillis) {
        this.everyMillis = everyMillis;
    }

    abstract SocketChannel begin(InetSocketAddress store) throws IOException;

    /** What is done every so often with those that are {@code open}: the oldest is replaced. */
    void goOn(Deque<SocketChannel> open) throws IOException {
        var oldest = open.remove();
        var store = (InetSocketAddress) oldest.getRemoteAddress();
        oldest.close();
        open.add(begin(store));
    }

    /** Says "on" when so many are there, and goes on until its input ends. */
    static void main(String[] words) throws IOException {
        var kind = valueOf(words[0]);
        var loopback = InetAddress.ofLiteral("127.0.0.1");
        var store = new InetSocketAddress(loopback, Integer.parseInt(words[1]));
        var open = new ArrayDeque<SocketChannel>();
        for (int i = Integer.parseInt(words[2]); i > 0; i--) open.add(kind.begin(store));
        try (var timer = Executors.newSingleThreadScheduledExecutor()) {
            var _ =
                    timer.scheduleAtFixedRate(
                            () -> kind.goOnBoldly(open), 0, kind.everyMillis, MILLISECONDS);
            new FileOutputStream(FileDescriptor.out).write("on\n".getBytes(US_ASCII));
            while (System.in.read() >= 0) {} // until it ends
            timer.shutdownNow();
        }
    }

    private void goOnBoldly(Deque<SocketChannel> open) {
        try {
            goOn(open);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static SocketChannel connect(InetSocketAddress store, ByteBuffer request)
            throws IOException {
        var channel = SocketChannel.open(store);
        try {
            channel.write(buffer(5).put((byte) 0).putInt(0x3C85F7CE).flip());
            request.flip();
            while (request.hasRemaining()) channel.write(request);
        } catch (SocketException _) {
            // cut off before all was said
        }
        return channel;
    }
}
