package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.JobNodes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.Optional;

/** Flags about the other nodes of a job, by torchrun's rules. */
class NodeChecksTest extends CheckedLaunch {
    @Test
    void without_a_backend_nodes_meet_by_their_ranks_where_node_0_is() {
        LaunchDraft third =
                draft.with(LaunchField.NODES, "4")
                        .with(LaunchField.NODE_RANK, "2")
                        .with(LaunchField.MASTER_ADDRESS, "10.0.0.4")
                        .with(LaunchField.MASTER_PORT, "29600");

        assertThat(nodes(third))
                .isEqualTo(
                        new JobNodes(
                                4,
                                4,
                                2,
                                "static",
                                "10.0.0.4:29600",
                                Map.of("timeout", "900", "rank", "2"),
                                Optional.empty()));
        assertThat(ready(third).masterPort()).isEmpty();
    }

    @Test
    void node_0_is_here_at_torchruns_port_when_nobody_says_where_it_is() {
        assertThat(nodes(draft.with(LaunchField.NODES, "2")).endpoint())
                .isEqualTo("127.0.0.1:29500");
    }

    @Test
    void options_and_addresses_are_handed_on_as_they_were_given() {
        JobNodes nodes =
                nodes(
                        draft.with(LaunchField.NODES, "1:4")
                                .with(LaunchField.RENDEZVOUS_ENDPOINT, "node0:29400")
                                .with(LaunchField.LOCAL_ADDRESS, "10.0.0.7")
                                .with(LaunchField.RENDEZVOUS_CONFIG, "timeout=5, join_timeout=7"));

        assertThat(nodes.min()).isEqualTo(1);
        assertThat(nodes.max()).isEqualTo(4);
        assertThat(nodes.endpoint()).isEqualTo("node0:29400");
        assertThat(nodes.localAddress()).contains("10.0.0.7");
        assertThat(nodes.config()).containsEntry("timeout", "5").containsEntry("join_timeout", "7");
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "3, 3, 3", "2:20, 2, 20", "4:4, 4, 4"})
    void nodes_are_a_number_or_from_so_many_to_so_many(String text, int min, int max) {
        JobNodes nodes =
                nodes(
                        draft.with(LaunchField.NODES, text)
                                .with(LaunchField.RENDEZVOUS, "c10d")
                                .with(LaunchField.RENDEZVOUS_ENDPOINT, "node0:29400"));

        assertThat(nodes.min()).isEqualTo(min);
        assertThat(nodes.max()).isEqualTo(max);
    }

    @Test
    void an_etcd_may_be_named_with_several_members() {
        LaunchDraft members =
                draft.with(LaunchField.RENDEZVOUS, "etcd-v3")
                        .with(LaunchField.RENDEZVOUS_ENDPOINT, "etcd0,etcd1:2380");

        assertThat(nodes(members).endpoint()).isEqualTo("etcd0,etcd1:2380");
    }

    @Test
    void one_node_that_meets_elsewhere_is_not_alone() {
        LaunchDraft far = draft.with(LaunchField.RENDEZVOUS_ENDPOINT, "node0:29400");

        assertThat(nodes(far).max()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"localhost:29400", "localhost", "127.0.0.1:29411", "[::1]:29400"})
    void one_node_at_a_c10d_endpoint_of_this_machine_can_be_met_there(String endpoint) {
        LaunchDraft shared =
                draft.with(LaunchField.RENDEZVOUS, "c10d")
                        .with(LaunchField.RENDEZVOUS_ENDPOINT, endpoint);

        assertThat(nodes(shared))
                .isEqualTo(new JobNodes(1, 1, 0, "c10d", endpoint, Map.of(), Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"c10d, ''", "c10d, localhost:0", "static, localhost:29400"})
    void one_node_that_nobody_can_find_meets_nobody(String backend, String endpoint) {
        LaunchDraft alone =
                draft.with(LaunchField.RENDEZVOUS, backend)
                        .with(LaunchField.RENDEZVOUS_ENDPOINT, endpoint);

        assertThat(ready(alone).nodes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "NODES, 0, 'min_nodes must be > 0 and <= max_nodes, got min_nodes=0, max_nodes=0;'",
        "NODES, 4:1, 'min_nodes must be > 0 and <= max_nodes, got min_nodes=4, max_nodes=1;'",
        "NODES, many, 'nnodes=many is not in \"MIN:MAX\" format; give a number'",
        "NODES, 2:20:30, 'nnodes=2:20:30 is not in \"MIN:MAX\" format; give a number'",
        "RENDEZVOUS, etcd, its etcd API is no longer maintained; use etcd-v3",
        "RENDEZVOUS, etcd-v2, its etcd API is no longer maintained; use etcd-v3",
        "RENDEZVOUS, zeus, 'static'",
        "RENDEZVOUS_ENDPOINT, node0, 'expected a port, as in node0:29500'",
        "RENDEZVOUS_ENDPOINT, 2001:db8::1, 'Write an IPv6 address as [2001:db8::1]'",
        "RENDEZVOUS_ENDPOINT, node0:x, must be an integer between 0 and 65536",
        "MASTER_ADDRESS, a b, The hostname of the rendezvous endpoint",
    })
    void what_no_nodes_can_meet_by_is_refused(LaunchField field, String text, String expected) {
        assertThat(onlyProblem(field, text)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "NODE_RANK, 2, 'found \"2\", expected 0 to 1, with 2 nodes'",
        "NODE_RANK, -1, a whole number",
        "RENDEZVOUS_CONFIG, store_type=File, give an endpoint",
        "RENDEZVOUS_CONFIG, x, must have a value specified",
        "RENDEZVOUS_CONFIG, join_timeout=0, must be positive",
        "RENDEZVOUS_CONFIG, keep_alive_interval=soon, does not represent a valid integer value",
    })
    void what_two_nodes_cannot_meet_by_is_refused(LaunchField field, String text, String expected) {
        draft = draft.with(LaunchField.NODES, "2");

        assertThat(onlyProblem(field, text)).startsWith(field.flag() + ": ").contains(expected);
    }

    private JobNodes nodes(LaunchDraft checked) {
        return ready(checked).nodes().orElseThrow();
    }
}
