package dev.muster.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.Map;

/** elastic-agent §3.3: for how long a node that is done waits for the others. */
class TogetherTest {
    @Test
    void who_is_done_waits_for_the_others_for_five_minutes() {
        assertThat(Together.exitBarrierTimeout(Map.of())).isEqualTo(Duration.ofMinutes(5));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "7, 7000", "0.5, 500"})
    void or_for_as_long_as_torchs_variable_says(String seconds, long millis) {
        assertThat(
                        Together.exitBarrierTimeout(
                                Map.of("TORCH_ELASTIC_EXIT_BARRIER_TIMEOUT", seconds)))
                .isEqualTo(Duration.ofMillis(millis));
    }
}
