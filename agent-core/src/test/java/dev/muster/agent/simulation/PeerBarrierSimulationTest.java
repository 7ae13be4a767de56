package dev.muster.agent.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.LongStream;

/** The real rules of the peer barrier on a virtual clock. A failure is its seed. */
class PeerBarrierSimulationTest {
    static LongStream seedsOfFew() {
        return LongStream.range(0, 400);
    }

    static LongStream seedsOfMany() {
        return LongStream.range(0, 10);
    }

    static LongStream someSeeds() {
        return seedsOfFew().limit(5);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seedsOfFew")
    void nobody_passes_early_and_all_get_on_when_the_world_is_good_again(long seed) {
        new PeerBarrierStory(seed, 1, 6).run();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seedsOfMany")
    void so_do_more(long seed) {
        new PeerBarrierStory(seed, 7, 20).run();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("someSeeds")
    void the_same_seed_tells_the_same_story(long seed) {
        var first = new PeerBarrierStory(seed, 1, 6);
        var second = new PeerBarrierStory(seed, 1, 6);

        first.run();
        second.run();

        assertThat(first.told).isEqualTo(second.told);
    }
}
