package dev.muster.agent.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;

/** elastic-agent §3.2. */
class RankRulesTest {
    @Test
    void ranks_are_dealt_in_node_order_and_for_each_role_from_0_on() {
        List<AssignedRanks> shares =
                RankRules.deal(
                        List.of(
                                new RoleInstanceInfo("ps", 0, 4),
                                new RoleInstanceInfo("trainer", 1, 1),
                                new RoleInstanceInfo("trainer", 2, 2),
                                new RoleInstanceInfo("trainer", 3, 3),
                                new RoleInstanceInfo("ps", 4, 5)));

        assertThat(shares)
                .containsExactly(
                        new AssignedRanks(0, 15, 0, 9),
                        new AssignedRanks(4, 15, 0, 6),
                        new AssignedRanks(5, 15, 1, 6),
                        new AssignedRanks(7, 15, 3, 6),
                        new AssignedRanks(10, 15, 4, 9));
    }

    @Test
    void masters_trainers_and_parameter_servers_have_ranks_of_their_own_in_a_row_on_each_node() {
        List<AssignedRanks> shares =
                RankRules.deal(
                        List.of(
                                new RoleInstanceInfo("master", 0, 1),
                                new RoleInstanceInfo("trainer", 1, 8),
                                new RoleInstanceInfo("ps", 2, 2),
                                new RoleInstanceInfo("trainer", 3, 4),
                                new RoleInstanceInfo("ps", 4, 5)));

        assertThat(shares)
                .containsExactly(
                        new AssignedRanks(0, 20, 0, 1),
                        new AssignedRanks(1, 20, 0, 12),
                        new AssignedRanks(9, 20, 0, 7),
                        new AssignedRanks(11, 20, 8, 12),
                        new AssignedRanks(15, 20, 2, 7));
    }

    @Test
    void where_all_nodes_are_alike_each_knows_its_share_by_itself() {
        var alike =
                List.of(
                        new RoleInstanceInfo("default", 0, 2),
                        new RoleInstanceInfo("default", 1, 2),
                        new RoleInstanceInfo("default", 2, 2));

        assertThat(List.of(identical(0), identical(1), identical(2)))
                .isEqualTo(RankRules.deal(alike));
    }

    @Test
    void more_workers_than_can_be_counted_are_refused() {
        var huge =
                List.of(
                        new RoleInstanceInfo("default", 0, Integer.MAX_VALUE),
                        new RoleInstanceInfo("default", 1, 1));

        assertThatThrownBy(() -> RankRules.deal(huge)).isInstanceOf(ArithmeticException.class);
    }

    private static AssignedRanks identical(int groupRank) {
        return RankRules.dealIdentical(groupRank, 3, 2);
    }
}
