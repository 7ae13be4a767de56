package dev.muster.agent.round;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.LongStream;

/** The real exit barrier on a virtual clock. A failure is its seed. */
class ExitBarrierSimulationTest {
    static LongStream seeds() {
        return LongStream.range(0, 1_000);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void nobody_goes_before_all_are_done_or_known_to_be_gone(long seed) {
        new ExitBarrierStory(seed).run();
    }
}
