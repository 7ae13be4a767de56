package dev.muster.agent.rendezvous.etcd;

import dev.muster.agent.rendezvous.RendezvousException.Unreachable;

import java.io.IOException;
import java.time.Duration;

/**
 * The lease with which a run's keys go, which all its nodes keep up. It is that of the state's key;
 * whoever writes the first state makes it. One thread, but for {@link #number}.
 */
final class RunLease {
    private static final int TIMES_PER_LIFE = 8;

    private final EtcdClient client;
    private final Duration life;
    private final Duration atMost;
    private volatile long number;
    private long dueAt;

    RunLease(EtcdClient client, Duration life, Duration atMost) {
        this.client = client;
        this.life = life;
        this.atMost = atMost;
    }

    /** A new one, for a state that is to be the first. */
    long grant() {
        return client.grant(life, atMost);
    }

    /** That is the lease now; 0 where there is no state. */
    void found(long lease) {
        if (lease == number) return;
        number = lease;
        dueAt = System.nanoTime();
    }

    /** Keeps it up, now and then. */
    void keepUp() {
        if (number == 0 || System.nanoTime() - dueAt < 0) return;
        client.keepAlive(number, atMost);
        dueAt = System.nanoTime() + life.dividedBy(TIMES_PER_LIFE).toNanos();
    }

    /**
     * What to put the run's keys under; any thread.
     *
     * @throws Unreachable when there is no run any more
     */
    long number() {
        if (number != 0) return number;
        throw new Unreachable(
                "etcd does not have this run's keys any more", new IOException("no state"));
    }
}
