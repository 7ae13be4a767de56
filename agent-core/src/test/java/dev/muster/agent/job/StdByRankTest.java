package dev.muster.agent.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StdByRankTest {
    @ParameterizedTest
    @CsvSource({"0, NONE", "1, OUT", "2, ERR", "3, ALL"})
    void one_digit_is_meant_for_every_rank(String flag, Std expected) {
        StdByRank streams = StdByRank.parse(flag);

        assertThat(streams.of(new LocalRank(0))).isEqualTo(expected);
        assertThat(streams.of(new LocalRank(63))).isEqualTo(expected);
    }

    @Test
    void ranks_that_a_mapping_does_not_name_get_nothing() {
        StdByRank streams = StdByRank.parse("0:1,2:3");

        assertThat(streams.of(new LocalRank(0))).isEqualTo(Std.OUT);
        assertThat(streams.of(new LocalRank(1))).isEqualTo(Std.NONE);
        assertThat(streams.of(new LocalRank(2))).isEqualTo(Std.ALL);
    }

    @Test
    void a_rank_named_twice_gets_what_was_said_last() {
        assertThat(StdByRank.parse("1:1,1:2").of(new LocalRank(1))).isEqualTo(Std.ERR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "4",
                "33",
                "0:4",
                "1234567890:1",
                "0:1,",
                ",0:1",
                "0:1;1:1",
                "all",
                "-1"
            })
    void anything_else_is_refused_with_what_was_found_and_what_was_expected(String flag) {
        assertThatThrownBy(() -> StdByRank.parse(flag))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("%s does not match: <^[0123]$> or <".formatted(flag));
    }

    @Test
    void a_local_rank_may_have_more_digits_than_torchrun_takes() {
        StdByRank streams = StdByRank.parse("10:1,9:2");

        assertThat(streams.of(new LocalRank(10))).isEqualTo(Std.OUT);
        assertThat(streams.of(new LocalRank(9))).isEqualTo(Std.ERR);
        assertThat(streams.of(new LocalRank(1))).isEqualTo(Std.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "3", "0:1", "0:1,2:3,10:2"})
    void what_was_read_can_be_written_as_the_flag_again(String flag) {
        assertThat(StdByRank.parse(flag).flag()).isEqualTo(flag);
    }

    @ParameterizedTest
    @EnumSource(Std.class)
    void two_masks_together_mean_every_stream_that_either_means(Std one) {
        for (Std other : Std.values()) {
            for (var stream : LogStream.values()) {
                assertThat(one.or(other).has(stream))
                        .isEqualTo(one.has(stream) || other.has(stream));
            }
        }
    }

    @Test
    void the_masks_mean_the_streams_they_mean_to_torchrun() {
        assertThat(Std.OUT.has(LogStream.STDOUT)).isTrue();
        assertThat(Std.OUT.has(LogStream.STDERR)).isFalse();
        assertThat(Std.ERR.has(LogStream.STDERR)).isTrue();
        assertThat(Std.ERR.has(LogStream.STDOUT)).isFalse();
    }
}
