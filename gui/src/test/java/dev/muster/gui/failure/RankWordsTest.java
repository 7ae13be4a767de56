package dev.muster.gui.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Rank;

import org.junit.jupiter.api.Test;

import java.util.stream.IntStream;

class RankWordsTest {
    @Test
    void neighbours_are_told_as_a_span() {
        assertThat(words(4)).isEqualTo("rank 4");
        assertThat(words(1, 0)).isEqualTo("ranks 0, 1");
        assertThat(words(0, 1, 3, 4, 5, 7)).isEqualTo("ranks 0, 1, 3–5, 7");
        assertThat(words(IntStream.range(0, 1024).toArray())).isEqualTo("ranks 0–1023");
    }

    private static String words(int... ranks) {
        return RankWords.of(IntStream.of(ranks).mapToObj(Rank::new).toList());
    }
}
