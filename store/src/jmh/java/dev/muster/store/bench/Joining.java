package dev.muster.store.bench;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * New clients, some at a time: each connects, says who it is, is answered its PING, and leaves in
 * good order. They come from many loopback addresses, so that ports do not run out.
 */
final class Joining {
    private static final int AT_A_TIME = 64;
    private static final int ADDRESSES = 200;

    private final Kernel kernel = new Kernel();
    private final InetSocketAddress server;

    Joining(InetSocketAddress server) {
        this.server = server;
    }

    /** How many were welcomed within {@code time}. */
    long run(Duration time) {
        try (var arena = Arena.ofConfined()) {
            var hello = arena.allocateFrom(JAVA_BYTE, Workload.hello());
            var into = arena.allocate(64);
            int queue = kernel.queue();
            long end = System.nanoTime() + time.toNanos();
            var sockets = new int[AT_A_TIME];
            for (int i = 0; i < AT_A_TIME; i++) sockets[i] = begin(queue, i, i);
            long welcomed = 0;
            int open = AT_A_TIME;
            while (open > 0) {
                int ready = kernel.await(queue, 1_000);
                for (int e = 0; e < ready; e++) {
                    int token = kernel.token(e);
                    int i = Math.abs(token) - 1;
                    open += step(queue, i, token, sockets, hello, into, end);
                    if (token < 0) welcomed++;
                }
            }
            kernel.close(queue);
            return welcomed;
        }
    }

    /** A token above 0 waits to write its hello, one below 0 for the answer. */
    private int step(
            int queue,
            int i,
            int token,
            int[] sockets,
            MemorySegment hello,
            MemorySegment into,
            long end) {
        if (token > 0) {
            kernel.send(sockets[i], hello, hello.byteSize());
            kernel.rewatch(queue, sockets[i], Kernel.READABLE, -token);
            return 0;
        }
        kernel.receive(sockets[i], into, into.byteSize());
        kernel.close(sockets[i]);
        if (System.nanoTime() >= end) return -1;
        sockets[i] = begin(queue, i, (int) (System.nanoTime() >>> 10));
        return 0;
    }

    private int begin(int queue, int i, int chance) {
        int socket = kernel.connect(server, 1 + Math.floorMod(chance, ADDRESSES));
        kernel.watch(queue, socket, Kernel.WRITABLE, i + 1);
        return socket;
    }
}
