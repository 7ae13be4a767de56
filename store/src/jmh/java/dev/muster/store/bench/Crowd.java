package dev.muster.store.bench;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;

/** Many welcomed clients that say nothing, until they do. */
final class Crowd implements AutoCloseable {
    private static final int PER_ADDRESS = 10_000;
    private static final int LARGEST_PART = 1 << 16;

    private final Kernel kernel = new Kernel();
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment into = arena.allocate(1 << 16);
    private final int queue = kernel.queue();
    private final int[] sockets;

    Crowd(InetSocketAddress server, int size) {
        sockets = new int[size];
        for (int i = 0; i < size; i++) {
            sockets[i] = kernel.connect(server, i / PER_ADDRESS);
            kernel.awaitOnce(sockets[i], Kernel.WRITABLE);
            send(i, Workload.hello());
            take(i, 4);
        }
    }

    void send(int i, byte[] request) {
        try (var once = Arena.ofConfined()) {
            var bytes = once.allocateFrom(JAVA_BYTE, request);
            long sent = 0;
            while (sent < request.length) {
                long now = kernel.send(sockets[i], bytes.asSlice(sent), request.length - sent);
                if (now < 0) kernel.awaitOnce(sockets[i], Kernel.WRITABLE);
                else sent += now;
            }
        }
    }

    /** Waits for {@code length} bytes of an answer. */
    void take(int i, long length) {
        long left = length;
        while (left > 0) {
            kernel.awaitOnce(sockets[i], Kernel.READABLE);
            left -= kernel.receive(sockets[i], into, Math.min(left, into.byteSize()));
        }
    }

    /** Whether something was there to be taken. */
    boolean takeIfThere(int i) {
        return kernel.receive(sockets[i], into, into.byteSize()) > 0;
    }

    /**
     * Sends the next part of {@code request} that goes out without waiting: how much is out now.
     */
    int sendSome(int i, MemorySegment request, int sent) {
        long length = Math.min(request.byteSize() - sent, LARGEST_PART);
        return sent + (int) Math.max(kernel.send(sockets[i], request.asSlice(sent), length), 0);
    }

    /** Has {@link #takeFromAll} take from each from {@code first} on. */
    void listenToAll(int first) {
        for (int i = first; i < sockets.length; i++) {
            kernel.watch(queue, sockets[i], Kernel.READABLE, i);
        }
    }

    /** Waits until {@code count} of those listened to have been sent something. */
    void takeFromAll(int count) {
        int left = count;
        while (left > 0) {
            int ready = kernel.await(queue, 1_000);
            for (int e = 0; e < ready; e++) {
                if (takeIfThere(kernel.token(e))) left--;
            }
        }
    }

    @Override
    public void close() {
        for (int socket : sockets) kernel.close(socket);
        kernel.close(queue);
        arena.close();
    }
}
