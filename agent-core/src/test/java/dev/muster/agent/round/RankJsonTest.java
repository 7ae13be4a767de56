package dev.muster.agent.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.rendezvous.AssignedRanks;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RoleInstanceInfo;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankJsonTest {
    @Test
    void what_a_node_has_is_written_as_torchrun_writes_it() {
        assertThat(text(RankJson.write(new RoleInstanceInfo("default", 1, 2))))
                .isEqualTo("{\"role\": \"default\", \"rank\": 1, \"local_world_size\": 2}");
        assertThat(text(RankJson.write(new AssignedRanks(4, 15, 0, 6)))).isEqualTo("[4, 15, 0, 6]");
    }

    @Test
    void a_roles_name_may_hold_anything_and_is_read_back() {
        var info = new RoleInstanceInfo("a \"b\" \\ \n ü \u0000", 3, 1);

        assertThat(RankJson.readRoleInfo(RankJson.write(info), 3)).isEqualTo(info);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "7",
                "{",
                "{\"role\": \"a\", \"rank\": 1}",
                "{\"role\": 5, \"rank\": 1, \"local_world_size\": 2}",
                "{\"role\": \"a\", \"rank\": 0, \"local_world_size\": 2}",
                "{\"role\": \"a\", \"rank\": 1, \"local_world_size\": 0}",
                "{\"role\": \"a\", \"rank\": 1, \"local_world_size\": 1.5}",
                "{\"role\": \"a\", \"rank\": 1, \"local_world_size\": 99999999999}",
                "{\"role\": \"a\", \"rank\": \"1\", \"local_world_size\": 2}",
            })
    void what_no_node_of_that_rank_can_have_said_is_refused(String text) {
        assertThatThrownBy(() -> RankJson.readRoleInfo(text.getBytes(UTF_8), 1))
                .isInstanceOf(RendezvousException.CorruptState.class)
                .hasMessageContaining("torchelastic/role_info/1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[0, 4, 0]",
                "[0, 4, 0, 4, 0]",
                "[3, 4, 0, 4]",
                "[0, 4, 3, 4]",
                "[-1, 4, 0, 4]",
                "[4, 4, 0, 4]",
                "[0, 4, 0, true]",
                "[2147483647, 2147483648, 0, 4]",
            })
    void ranks_that_two_workers_cannot_have_are_refused(String text) {
        assertThatThrownBy(() -> RankJson.readAssignedRanks(text.getBytes(UTF_8), 2, 2))
                .isInstanceOf(RendezvousException.CorruptState.class)
                .hasMessageContaining("torchelastic/assigned_ranks/2");
    }

    @Test
    void neither_length_nor_depth_of_a_foreign_text_costs_more_than_a_refusal() {
        byte[] deep = "[".repeat(RankJson.MOST_BYTES).getBytes(UTF_8);
        byte[] longer = new byte[RankJson.MOST_BYTES + 1];

        assertThatThrownBy(() -> RankJson.readAssignedRanks(deep, 0, 1))
                .isInstanceOf(RendezvousException.CorruptState.class);
        assertThatThrownBy(() -> RankJson.readAssignedRanks(longer, 0, 1))
                .isInstanceOf(RendezvousException.CorruptState.class)
                .hasMessageContaining("expected: <= ");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }
}
