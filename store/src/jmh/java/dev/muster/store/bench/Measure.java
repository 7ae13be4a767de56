package dev.muster.store.bench;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.time.Duration;

/** What is asked of each server, each time in figures. */
final class Measure {
    static final int WAITERS = 999;
    static final int NEW_CLIENTS = 4_000;
    static final int IDLE = 10_000;
    static final int MANY_KEYS = 131_072;
    private static final int SMALL = 16;
    private static final Duration RUN_UP = Duration.ofMillis(100);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double BYTES_PER_MB = 1e6;

    /** Requests per second, and what each cost the server in microseconds of its processor. */
    record Rate(double perSecond, double cpuMicros) {}

    /** Of one large request: until it was done, and the longest another waited for a PING. */
    record Stall(double millis, double worstPingMillis) {}

    private Measure() {}

    static Rate rate(Server server, Workload workload, int connections, Duration time)
            throws IOException {
        try (var loop = new ClosedLoop(server.address(), connections, workload)) {
            loop.run(workload, RUN_UP);
            double cpu = server.cpuMicros();
            long begin = System.nanoTime();
            long answered = loop.run(workload, time);
            double seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
            return new Rate(answered / seconds, (server.cpuMicros() - cpu) / answered);
        }
    }

    /** New clients per second. */
    static double joining(Server server) {
        try (var joining = new Joining(server.address())) {
            long begin = System.nanoTime();
            joining.run(NEW_CLIENTS);
            return NEW_CLIENTS * NANOS_PER_SECOND / (System.nanoTime() - begin);
        }
    }

    /** Until all who wait for one key know that it is there, in milliseconds. */
    static double release(Server server, String key) {
        try (var crowd = new Crowd(server.address(), WAITERS + 1)) {
            for (int i = 1; i <= WAITERS; i++) crowd.send(i, Workload.await(key));
            crowd.listenToAll(1);
            crowd.send(0, Workload.ping());
            crowd.take(0, Integer.BYTES);
            long begin = System.nanoTime();
            crowd.send(0, Workload.set(key, SMALL));
            crowd.takeFromAll(WAITERS);
            return (System.nanoTime() - begin) / NANOS_PER_MILLI;
        }
    }

    static Stall manyKeys(Server server) {
        try (var crowd = new Crowd(server.address(), 2);
                var arena = Arena.ofConfined()) {
            var request = arena.allocateFrom(JAVA_BYTE, Workload.multiSet(MANY_KEYS, SMALL));
            int sent = 0;
            long worst = 0;
            long begin = System.nanoTime();
            crowd.send(1, Workload.ping());
            long asked = begin;
            while (!(sent == request.byteSize() && crowd.takeIfThere(0))) {
                if (sent < request.byteSize()) sent = crowd.sendSome(0, request, sent);
                if (!crowd.takeIfThere(1)) continue;
                long now = System.nanoTime();
                worst = Math.max(worst, now - asked);
                crowd.send(1, Workload.ping());
                asked = now;
            }
            long end = System.nanoTime();
            crowd.take(1, Integer.BYTES);
            worst = Math.max(worst, System.nanoTime() - asked);
            return new Stall((end - begin) / NANOS_PER_MILLI, worst / NANOS_PER_MILLI);
        }
    }

    /** By how much the server grows with them, in MB. */
    static double idle(Server server) throws IOException {
        new Crowd(server.address(), WAITERS).close(); // what it loads for the first is not theirs
        long before = server.residentBytes();
        try (var _ = new Crowd(server.address(), IDLE)) {
            return (server.residentBytes() - before) / BYTES_PER_MB;
        }
    }
}
