package dev.muster.agent.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinePrefixTest {
    @Test
    void torchruns_own_is_role_and_local_rank_with_no_blank_after_it() {
        assertThat(of(LinePrefix.DEFAULT)).isEqualTo("[trainer1]:");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "[${rank}]:, [5]:",
                "$role_name-$local_rank , trainer-1",
                "${hostname}/${pid}:, gpu-a/4711:",
                "${node}:, gpu-a:",
                "$$ ${other} $1 ${rank, $ ${other} $1 ${rank",
                "rank, rank",
            })
    void macros_are_filled_in_and_everything_else_stays(String template, String expected) {
        assertThat(of(new LinePrefix(template))).isEqualTo(expected);
    }

    private static String of(LinePrefix prefix) {
        return prefix.of("trainer", new LocalRank(1), new Rank(5), "gpu-a.example.org", 4711);
    }
}
