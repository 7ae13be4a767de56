package dev.muster.agent.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.Stream;

class RoleInstanceInfoTest {
    private static final RoleInstanceInfo PS_0 = new RoleInstanceInfo("ps", 0, 4);
    private static final RoleInstanceInfo PS_4 = new RoleInstanceInfo("ps", 4, 5);
    private static final RoleInstanceInfo TRAINER_1 = new RoleInstanceInfo("trainer", 1, 1);
    private static final RoleInstanceInfo TRAINER_2 = new RoleInstanceInfo("trainer", 2, 2);

    @Test
    void nodes_stand_by_role_and_within_a_role_by_their_place() {
        assertThat(Stream.of(TRAINER_2, PS_4, TRAINER_1, PS_0).sorted())
                .containsExactly(PS_0, PS_4, TRAINER_1, TRAINER_2);
        assertThat(PS_0).isEqualByComparingTo(new RoleInstanceInfo("ps", 0, 4));
    }

    @Test
    void a_role_stands_in_one_piece() {
        var sorted = List.of(PS_0, PS_4, TRAINER_1, TRAINER_2);

        assertThat(RoleInstanceInfo.boundaries(sorted, "ps")).containsExactly(0, 1);
        assertThat(RoleInstanceInfo.boundaries(sorted, "trainer")).containsExactly(2, 3);
        assertThat(RoleInstanceInfo.boundaries(sorted, "master")).isEmpty();
    }
}
