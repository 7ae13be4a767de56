package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.JobSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports, and flags about nodes while there is one. */
class OneNodeChecksTest extends CheckedLaunch {
    @ParameterizedTest
    @ValueSource(strings = {"-1", "65536", "http"})
    void a_port_that_is_none_is_refused(String port) {
        assertThat(onlyProblem(LaunchField.MASTER_PORT, port))
                .isEqualTo(
                        "--master-port: found \""
                                + port
                                + "\", expected a port from 0 to 65535, where 0 takes any free"
                                + " one");
    }

    @Test
    void a_taken_port_is_refused_by_its_number() throws IOException {
        try (var taken =
                new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            String port = Integer.toString(taken.getLocalPort());

            assertThat(onlyProblem(LaunchField.MASTER_PORT, port))
                    .startsWith("--master-port: port " + port + " of 127.0.0.1 is taken")
                    .endsWith("choose another, or none to get a free one");
            assertThat(onlyProblem(LaunchField.RENDEZVOUS_ENDPOINT, "localhost:" + port))
                    .contains("port " + port);
        }
    }

    @Test
    void a_free_port_is_taken_over_and_left_free() throws IOException {
        int port;
        try (var lookedFor = new ServerSocket(0)) {
            port = lookedFor.getLocalPort();
        }

        JobSpec spec = ready(draft.with(LaunchField.MASTER_PORT, Integer.toString(port)));

        assertThat(spec.masterPort()).contains(port);
        assertThat(LoopbackPort.whyTaken(port)).isEmpty();
    }

    @Test
    void port_0_means_any_free_one() {
        assertThat(ready(draft.with(LaunchField.MASTER_PORT, "0")).masterPort()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "NODES, 1:1",
        "NODES, 1",
        "NODE_RANK, 0",
        "NODE_RANK, 3",
        "RENDEZVOUS, static",
        "RENDEZVOUS, c10d",
        "RENDEZVOUS_ENDPOINT, localhost:0",
        "RENDEZVOUS_ENDPOINT, 127.0.0.1:0",
        "RENDEZVOUS_ENDPOINT, [::1]:0",
        "RENDEZVOUS_CONFIG, 'join_timeout=60,a=b'",
        "MASTER_ADDRESS, 127.0.0.1",
        "MONITOR_INTERVAL, 0.5",
    })
    void flags_about_nodes_are_fine_while_they_mean_this_machine(LaunchField field, String text) {
        assertThat(ready(draft.with(field, text)).masterPort()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "NODE_RANK, -1, '0, '",
        "RENDEZVOUS_ENDPOINT, localhost:70000, a port from 0 to 65535",
        "RENDEZVOUS_ENDPOINT, localhost, 'a port, as in localhost:29500'",
        "RENDEZVOUS_ENDPOINT, ::1, 'a port, as in [::1]:29500'",
        "RENDEZVOUS_ENDPOINT, :29875, 'a host before the port, as in localhost:29500'",
        "MONITOR_INTERVAL, often, 'seconds, more than 0'",
    })
    void flags_that_no_single_node_can_have_are_refused(
            LaunchField field, String text, String expected) {
        assertThat(onlyProblem(field, text))
                .startsWith(
                        "%s: found \"%s\", expected %s".formatted(field.flag(), text, expected));
    }

    @ParameterizedTest
    @CsvSource({
        "a, must have a value specified",
        "'a=b,,c=d', The rendezvous configuration string must be in format",
        "join_timeout=-5, must be positive",
        "join_timeout=x, does not represent a valid integer value",
        "is_host=maybe, does not represent a valid boolean value",
    })
    void options_that_several_nodes_could_not_meet_by_are_refused_for_one_too(
            String options, String expected) {
        assertThat(onlyProblem(LaunchField.RENDEZVOUS_CONFIG, options))
                .startsWith("--rdzv-conf: ")
                .contains(expected);
    }

    @Test
    void a_single_node_that_is_told_its_rank_can_be_the_first_only() {
        LaunchDraft told =
                draft.with(LaunchField.MASTER_PORT, "0").with(LaunchField.NODE_RANK, "1");

        assertThat(problems(told))
                .extracting(LaunchProblem::forTerminal)
                .containsExactly(
                        "--node-rank: found \"1\", expected 0, since the job has this node only");
    }

    @Test
    void the_endpoints_port_is_the_stores_when_no_other_is_given() throws IOException {
        int port;
        try (var lookedFor = new ServerSocket(0)) {
            port = lookedFor.getLocalPort();
        }

        assertThat(
                        ready(draft.with(LaunchField.RENDEZVOUS_ENDPOINT, "localhost:" + port))
                                .masterPort())
                .contains(port);
    }

    @Test
    void in_a_form_a_job_of_one_node_needs_no_word_of_nodes() {
        LaunchDraft wordy =
                draft.with(LaunchField.NODES, "1:1")
                        .with(LaunchField.RENDEZVOUS, "static")
                        .with(LaunchField.RENDEZVOUS_ENDPOINT, "localhost:29400");

        LaunchReading reduced = LaunchChecks.inAForm(wordy);

        assertThat(reduced.draft()).isEqualTo(draft.with(LaunchField.MASTER_PORT, "29400"));
        assertThat(reduced.problems()).isEmpty();
    }

    @Test
    void in_a_form_the_address_of_a_store_for_several_nodes_is_where_they_meet() {
        LaunchDraft together = draft.with(LaunchField.NODES, "2").with(LaunchField.NODE_RANK, "1");

        LaunchReading placed =
                LaunchChecks.inAForm(
                        together.with(LaunchField.MASTER_ADDRESS, "fe80::7")
                                .with(LaunchField.MASTER_PORT, "29501"));

        assertThat(placed.draft())
                .isEqualTo(together.with(LaunchField.RENDEZVOUS_ENDPOINT, "[fe80::7]:29501"));
        assertThat(LaunchChecks.inAForm(together).draft()).isEqualTo(together);
    }
}
