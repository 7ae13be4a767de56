package dev.muster.agent.rendezvous.etcd;

import dev.muster.agent.rendezvous.RendezvousState;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long a node keeps back where many write the same value. When N nodes write at once, one wins
 * and the others have written in vain; when each waits for a random part of the time that all of
 * them need one after the other, most win at once. Lives on the driver's thread.
 */
final class Crowd {
    private static final int FEW = 8;
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final int MOST_DOUBLINGS = 8;

    private final RandomGenerator random = RandomGenerator.getDefault();
    private Duration write = Duration.ofMillis(5);
    private int lost;
    private int coming;

    /**
     * What is there now.
     *
     * @param living how many nodes are here, in the rendezvous or on their way into it
     */
    void seen(RendezvousState state, int living) {
        coming = state.complete() ? 0 : Math.max(0, living - state.lastHeartbeats().size());
    }

    /** Our write took so long. */
    void wrote(boolean won, Duration took) {
        write = write.plus(took).dividedBy(2);
        lost = won ? 0 : lost + 1;
    }

    /** How long to wait before the next write; nothing after one that went through. */
    Duration beforeWriting() {
        if (lost == 0) return Duration.ZERO;
        return part(Math.max(coming, 1 << Math.min(lost, MOST_DOUBLINGS)));
    }

    /** How long to wait before looking at what others wrote. */
    Duration beforeLooking() {
        return coming <= FEW ? Duration.ZERO : part(coming);
    }

    private Duration part(int writers) {
        long all = Math.min(write.toNanos() * writers, LONGEST.toNanos());
        return Duration.ofNanos(random.nextLong(all + 1));
    }
}
