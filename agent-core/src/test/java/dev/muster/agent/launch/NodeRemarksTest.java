package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/** When torchrun warns that a node's place is not looked at, we do. */
class NodeRemarksTest {
    private static final String RANK =
            "--node-rank 1 is not looked at: nodes have the ranks they are told with %s only";

    @ParameterizedTest
    @ValueSource(strings = {"c10d", "etcd-v3"})
    void nodes_that_find_each_other_are_told_neither_rank_nor_address(String backend) {
        LaunchDraft draft = told().with(LaunchField.RENDEZVOUS, backend);

        assertThat(NodeRemarks.on(draft))
                .containsExactly(
                        "--master-addr node0 is not looked at: it says where nodes meet with"
                                + " --rdzv-backend static only, and --rdzv-endpoint everywhere",
                        RANK.formatted("--rdzv-backend static"));
        assertThat(NodeRemarks.on(draft.with(LaunchField.RENDEZVOUS_ENDPOINT, "node0:29400")))
                .containsExactly(RANK.formatted("--rdzv-backend static"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "static"})
    void a_node_that_meets_nobody_has_its_rank_by_itself(String backend) {
        LaunchDraft draft = told().with(LaunchField.RENDEZVOUS, backend);

        assertThat(NodeRemarks.on(draft.with(LaunchField.NODES, "1:1")))
                .isEqualTo(List.of(RANK.formatted("other nodes")));
        assertThat(NodeRemarks.on(draft.with(LaunchField.NODES, "2"))).isEmpty();
        assertThat(NodeRemarks.on(draft.with(LaunchField.MASTER_PORT, "29500"))).isEmpty();
    }

    private static LaunchDraft told() {
        return LaunchDraft.EMPTY
                .with(LaunchField.MASTER_ADDRESS, "node0")
                .with(LaunchField.NODE_RANK, "1");
    }
}
