package dev.muster.agent.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Ways to and from the store: they take their time, lose things, and may be cut for a while. */
final class RendezvousNetwork {
    /**
     * What a way does to what is sent along it.
     *
     * @param loss how often something gets lost on one way
     * @param news how late a node may hear that the shared state has changed
     */
    record Quality(Duration delay, double loss, Duration news) {
        static final Quality PERFECT = new Quality(Duration.ZERO, 0, Duration.ZERO);
    }

    private final World world;
    private final Map<String, Instant> cutUntil = new HashMap<>();
    private Quality quality;

    RendezvousNetwork(World world, Quality quality) {
        this.world = world;
        this.quality = quality;
    }

    void become(Quality next) {
        quality = next;
    }

    /** Cuts one node off. */
    void cut(String address, Duration length) {
        cutUntil.put(address, world.instant().plus(length));
    }

    boolean isCut(String address) {
        Instant until = cutUntil.get(address);
        return until != null && world.instant().isBefore(until);
    }

    /** One way, in either direction. What is sent later may arrive earlier. */
    void send(String address, Runnable arrival) {
        if (isCut(address) || (quality.loss() > 0 && world.chance(quality.loss()))) return;
        world.in(world.within(quality.delay()), arrival);
    }

    Duration newsDelay() {
        return world.within(quality.news());
    }
}
