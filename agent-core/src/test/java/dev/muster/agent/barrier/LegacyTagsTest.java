package dev.muster.agent.barrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.barrier.LegacyTags.Call;

import org.junit.jupiter.api.Test;

class LegacyTagsTest {
    private final LegacyTags written = LegacyTags.asWritten(100);
    private final LegacyTags meant = LegacyTags.asMeant(100);

    @Test
    void the_count_of_digits_is_the_radix_as_written_and_a_power_of_ten_as_meant() {
        assertThat(written.radix()).isEqualTo(4);
        assertThat(meant.radix()).isEqualTo(10_000);
        assertThat(LegacyTags.asWritten(9).radix()).isEqualTo(2);
    }

    @Test
    void ids_below_the_radix_come_back_as_they_were() {
        for (long node = 0; node < 4; node++) {
            for (long epoch = 0; epoch < 50; epoch++) {
                var call = new Call(node, epoch);

                assertThat(written.decode(written.encode(call))).isEqualTo(call);
            }
        }
    }

    @Test
    void node_5_in_epoch_0_is_taken_for_node_1_in_epoch_1() {
        long tag = written.encode(new Call(5, 0));

        assertThat(tag).isEqualTo(5);
        assertThat(written.decode(tag)).isEqualTo(new Call(1, 1));
    }

    @Test
    void every_pair_that_shares_a_tag_is_named() {
        assertThat(written.readings(9, 100))
                .containsExactly(new Call(1, 2), new Call(5, 1), new Call(9, 0));
        assertThat(written.readings(9, 6)).containsExactly(new Call(1, 2), new Call(5, 1));
        assertThat(meant.readings(70_003, 100)).containsExactly(new Call(3, 7));
    }

    @Test
    void a_job_is_unambiguous_while_its_ids_are_below_the_radix() {
        assertThat(written.isUnambiguous(4)).isTrue();
        assertThat(written.isUnambiguous(5)).isFalse();
        assertThat(meant.isUnambiguous(10_000)).isTrue();
    }

    @Test
    void all_readings_of_a_tag_lead_back_to_it() {
        for (long tag = 0; tag < 200; tag++) {
            for (Call reading : written.readings(tag, 100)) {
                assertThat(written.encode(reading)).isEqualTo(tag);
            }
        }
    }

    @Test
    void what_cannot_be_a_tag_is_refused() {
        assertThatThrownBy(() -> written.decode(-1)).hasMessage("tag: -1 (expected: >= 0)");
        assertThatThrownBy(() -> written.encode(new Call(-1, 0)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> meant.encode(new Call(0, Long.MAX_VALUE)))
                .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> new LegacyTags(1)).hasMessage("radix: 1 (expected: >= 2)");
    }
}
