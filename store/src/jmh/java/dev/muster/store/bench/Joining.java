package dev.muster.store.bench;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * New clients, some at a time: each connects, says who it is, is answered its PING, and stays. At
 * the end all are cut off, so that no port is left waiting.
 */
final class Joining implements AutoCloseable {
    private static final int AT_A_TIME = 64;

    private final Kernel kernel = new Kernel();
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment hello = arena.allocateFrom(JAVA_BYTE, Workload.hello());
    private final MemorySegment into = arena.allocate(64);
    private final int queue = kernel.queue();
    private final List<Integer> open = new ArrayList<>();
    private final InetSocketAddress server;

    Joining(InetSocketAddress server) {
        this.server = server;
    }

    /** Returns when {@code count} are welcome. */
    void run(int count) {
        while (open.size() < Math.min(AT_A_TIME, count)) begin();
        int welcome = 0;
        while (welcome < count) {
            int ready = kernel.await(queue, 1_000);
            for (int e = 0; e < ready; e++) {
                int token = kernel.token(e);
                if (token > 0) {
                    kernel.send(token, hello, hello.byteSize());
                    kernel.rewatch(queue, token, Kernel.READABLE, -token);
                } else if (kernel.receive(-token, into, into.byteSize()) > 0) {
                    welcome++;
                    if (open.size() < count) begin();
                }
            }
        }
    }

    /** Its token is its number while it connects, and minus that once it waits for its answer. */
    private void begin() {
        int socket = kernel.connect(server, 0);
        kernel.watch(queue, socket, Kernel.WRITABLE, socket);
        open.add(socket);
    }

    @Override
    public void close() {
        for (int socket : open) kernel.reset(socket);
        kernel.close(queue);
        arena.close();
    }
}
