package dev.muster.store.bench;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Some connections to one store, each with one request on its way at any time. */
final class ClosedLoop implements AutoCloseable {
    private final Kernel kernel = new Kernel();
    private final Arena arena = Arena.ofConfined();
    private final int queue;
    private final int[] sockets;
    private final int[] due;
    private final MemorySegment into;

    ClosedLoop(InetSocketAddress server, int connections, Workload workload) {
        queue = kernel.queue();
        sockets = new int[connections];
        due = new int[connections];
        into = arena.allocate(1 << 18);
        for (int i = 0; i < connections; i++) {
            sockets[i] = kernel.connect(server, 0);
            kernel.awaitOnce(sockets[i], Kernel.WRITABLE);
            ask(i, Workload.hello(), 4);
            if (i == 0) ask(i, workload.before().toByteArray(), workload.beforeReply());
            kernel.watch(queue, sockets[i], Kernel.READABLE, i);
        }
    }

    private void ask(int i, byte[] request, int reply) {
        var bytes = arena.allocate(request.length);
        bytes.copyFrom(MemorySegment.ofArray(request));
        sendAll(i, bytes);
        long left = reply;
        while (left > 0) left -= kernel.receive(sockets[i], into, left);
    }

    private void sendAll(int i, MemorySegment bytes) {
        long sent = 0;
        while (sent < bytes.byteSize()) {
            sent +=
                    Math.max(
                            kernel.send(sockets[i], bytes.asSlice(sent), bytes.byteSize() - sent),
                            0);
        }
    }

    /** How many requests were answered within {@code time}. */
    long run(Workload workload, Duration time) {
        var request = arena.allocateFrom(JAVA_BYTE, workload.request().toByteArray());
        long length = request.byteSize();
        int reply = workload.reply();
        for (int i = 0; i < sockets.length; i++) {
            due[i] = reply;
            kernel.send(sockets[i], request, length);
        }
        long end = System.nanoTime() + time.toNanos();
        long answered = 0;
        int open = sockets.length;
        boolean over = false;
        while (open > 0) {
            int ready = kernel.await(queue, 1000);
            if (!over && System.nanoTime() >= end) over = true;
            for (int e = 0; e < ready; e++) {
                int i = kernel.token(e);
                due[i] -= (int) kernel.receive(sockets[i], into, into.byteSize());
                if (due[i] > 0) continue;
                if (over) {
                    open--;
                    continue;
                }
                answered++;
                due[i] = reply;
                kernel.send(sockets[i], request, length);
            }
        }
        return answered;
    }

    @Override
    public void close() {
        for (int socket : sockets) kernel.close(socket);
        kernel.close(queue);
        arena.close();
    }
}
