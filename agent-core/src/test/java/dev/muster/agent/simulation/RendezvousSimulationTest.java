package dev.muster.agent.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.LongStream;

/** The real rules on a virtual clock, ten thousand lives long. A failure is its seed. */
class RendezvousSimulationTest {
    static LongStream seedsOfFew() {
        return LongStream.range(0, 9_690);
    }

    static LongStream seedsOfMany() {
        return LongStream.range(0, 300);
    }

    static LongStream seedsOfAFleet() {
        return LongStream.range(0, 10);
    }

    static LongStream leaseSeeds() {
        return LongStream.range(0, 1_000);
    }

    static LongStream hostSeeds() {
        return LongStream.range(0, 1_000);
    }

    static LongStream scalingSeeds() {
        return LongStream.range(0, 2_000);
    }

    static LongStream mixedSeeds() {
        return LongStream.range(0, 1_000);
    }

    static LongStream someSeeds() {
        return seedsOfFew().limit(20);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seedsOfFew")
    void up_to_8_nodes_meet_whatever_happens(long seed) {
        lives(new RendezvousStory(seed, 2, 8));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seedsOfMany")
    void up_to_32_nodes_meet_whatever_happens(long seed) {
        lives(new RendezvousStory(seed, 9, 32));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seedsOfAFleet")
    void two_hundred_nodes_meet_whatever_happens(long seed) {
        lives(new RendezvousStory(seed, 200, 200));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("leaseSeeds")
    void nodes_that_live_by_leases_meet_whatever_happens(long seed) {
        lives(RendezvousStory.withLeases(seed, 2, 12));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("hostSeeds")
    void nodes_one_of_which_serves_the_store_meet_whatever_happens(long seed) {
        lives(RendezvousStory.withHost(seed, 2, 8));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("scalingSeeds")
    void nodes_of_a_job_that_is_scaled_meet_whatever_happens(long seed) {
        lives(RendezvousStory.withScaling(seed, 2, 8));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("mixedSeeds")
    void ours_and_torchruns_meet_whatever_happens(long seed) {
        var story = new MixedStory(seed);
        story.run();
        story.close();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("someSeeds")
    void the_same_seed_tells_the_same_story(long seed) {
        var first = new RendezvousStory(seed, 2, 8);
        var second = new RendezvousStory(seed, 2, 8);

        first.run();
        second.run();

        assertThat(first.told).isEqualTo(second.told);
    }

    private static void lives(RendezvousStory story) {
        story.run();
        story.close();
    }
}
