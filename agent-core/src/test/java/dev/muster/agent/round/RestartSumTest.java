package dev.muster.agent.round;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.HashStore;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class RestartSumTest {
    private final RestartSum sum =
            new RestartSum(MemoryRounds.of(new HashStore(), 4), 3, Duration.ofSeconds(30));

    @Test
    void the_restarts_of_all_nodes_are_added_up() {
        sum.add(1);
        sum.add(0);
        sum.add(4);

        assertThat(sum.read()).contains(5);
        assertThat(sum.read()).contains(5);
    }

    @Test
    void nothing_is_known_while_a_node_has_not_said_how_many_it_used() {
        sum.add(1);
        sum.add(2);

        assertThat(sum.read()).isEmpty();
    }
}
