package dev.muster.store.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

class BackoffTest {
    static LongStream seeds() {
        return LongStream.range(0, 100);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void pauses_double_up_to_half_a_second_and_stray_by_half(long seed) {
        var backoff = new Backoff(new SplittableRandom(seed));

        for (long middle : new long[] {10, 20, 40, 80, 160, 320, 500, 500, 500}) {
            assertThat(backoff.next())
                    .isBetween(Duration.ofMillis(middle / 2), Duration.ofMillis(middle * 3 / 2));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void the_same_chance_gives_the_same_pauses_and_another_gives_others(long seed) {
        assertThat(tenPauses(seed)).isEqualTo(tenPauses(seed)).isNotEqualTo(tenPauses(seed + 1));
    }

    private static List<Duration> tenPauses(long seed) {
        return Stream.generate(new Backoff(new SplittableRandom(seed))::next).limit(10).toList();
    }
}
