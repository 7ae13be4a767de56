package dev.muster.agent.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import static java.time.Duration.ofSeconds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Optional;

/** elastic-agent §2.1 and §2.3: what a rendezvous is asked for. */
class RendezvousParametersTest {
    @Test
    void a_backend_has_a_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parameters("", 0, 0, ""))
                .withMessage("The rendezvous backend name must be a non-empty string.");
    }

    @ParameterizedTest
    @CsvSource({"0", "-10"})
    void at_least_one_node_is_asked_for(int least) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parameters("c10d", least, -20, ""))
                .withMessage(
                        "The minimum number of rendezvous nodes (%d) must be greater than zero."
                                .formatted(least));
    }

    @Test
    void the_most_nodes_are_not_fewer_than_the_least() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parameters("c10d", 3, 2, ""))
                .withMessage(
                        "The maximum number of rendezvous nodes (2) must be greater than or equal"
                                + " to the minimum number of rendezvous nodes (3).");
        assertThatCode(() -> parameters("c10d", 3, 3, "")).doesNotThrowAnyException();
    }

    @Test
    void without_options_everything_is_as_in_torchrun_but_for_the_loss_of_a_node() {
        var settings = RendezvousSettings.from(parameters("c10d", 1, 2, "timeout=900"));

        assertThat(settings.timeouts())
                .isEqualTo(
                        new RendezvousTimeouts(
                                ofSeconds(600), ofSeconds(30), ofSeconds(30), ofSeconds(5)));
        assertThat(settings.keepAliveInterval()).isEqualTo(ofSeconds(5));
        assertThat(settings.silenceLimit()).isEqualTo(ofSeconds(15));
        assertThat(settings.onNodeLoss()).isEqualTo(NodeLossPolicy.REFORM);
    }

    @Test
    void every_setting_has_its_option() {
        var settings =
                RendezvousSettings.from(
                        parameters(
                                "c10d",
                                1,
                                2,
                                "join_timeout=1,last_call_timeout=2,close_timeout=3,"
                                        + "heartbeat_timeout=4,keep_alive_interval=5,"
                                        + "keep_alive_max_attempt=6,on_node_loss=Stop"));

        assertThat(settings)
                .isEqualTo(
                        new RendezvousSettings(
                                "run",
                                1,
                                2,
                                new RendezvousTimeouts(
                                        ofSeconds(1), ofSeconds(2), ofSeconds(3), ofSeconds(4)),
                                ofSeconds(5),
                                6,
                                NodeLossPolicy.STOP));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "join_timeout=0 | The join timeout (0:00:00) must be positive.",
                "last_call_timeout=-5 | The last_call timeout (-1 day, 23:59:55) must be positive.",
                "close_timeout=-86400 | The close timeout (-1 day, 0:00:00) must be positive.",
                "heartbeat_timeout=-90000 | The heartbeat timeout (-2 days, 23:00:00) must be"
                        + " positive.",
                "keep_alive_interval=0 | keep_alive_interval: 0 s (expected: > 0 s)",
                "keep_alive_max_attempt=0 | keep_alive_max_attempt: 0 (expected: >= 1)",
                "on_node_loss=shrug | on_node_loss: 'shrug' (expected: reform, wait or stop)",
                "join_timeout=soon | The rendezvous configuration option 'join_timeout' does not"
                        + " represent a valid integer value.",
            })
    void a_setting_that_cannot_be_is_refused(String config, String message) {
        var parameters = parameters("c10d", 1, 2, config);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RendezvousSettings.from(parameters))
                .withMessage(message);
    }

    @Test
    void a_shared_state_needs_a_run_id() {
        var nameless =
                new RendezvousParameters(
                        "c10d", "", "", 1, 1, Optional.empty(), RendezvousConfig.EMPTY);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RendezvousSettings.from(nameless))
                .withMessage("The run id must be a non-empty string.");
    }

    private static RendezvousParameters parameters(
            String backend, int least, int most, String config) {
        return new RendezvousParameters(
                backend,
                "localhost",
                "run",
                least,
                most,
                Optional.empty(),
                RendezvousConfig.parse(config));
    }
}
