package dev.muster.agent.rendezvous.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.rendezvous.RendezvousState;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.stream.IntStream;

class CrowdTest {
    private static final Duration WRITE = Duration.ofMillis(5);

    private final Crowd crowd = new Crowd();

    @Test
    void who_has_lost_nothing_keeps_nothing_back() {
        crowd.seen(RendezvousState.EMPTY, 100);

        assertThat(crowd.beforeWriting()).isZero();
    }

    @Test
    void who_lost_waits_at_most_as_long_as_all_who_come_need_one_after_the_other() {
        crowd.seen(RendezvousState.EMPTY, 100);
        crowd.wrote(false, WRITE);

        assertThat(longest()).isBetween(WRITE.multipliedBy(50), WRITE.multipliedBy(100));
    }

    @Test
    void where_nobody_is_known_to_come_each_loss_doubles_the_wait_up_to_a_limit() {
        crowd.wrote(false, WRITE);
        Duration once = longest();
        for (int k = 0; k < 20; k++) crowd.wrote(false, WRITE);

        assertThat(once).isLessThanOrEqualTo(WRITE.multipliedBy(2));
        assertThat(longest()).isBetween(once, Duration.ofSeconds(5));
    }

    @Test
    void a_write_that_goes_through_ends_it() {
        crowd.wrote(false, WRITE);
        crowd.wrote(true, WRITE);

        assertThat(crowd.beforeWriting()).isZero();
    }

    @Test
    void a_few_who_come_are_looked_at_at_once() {
        crowd.seen(RendezvousState.EMPTY, 8);

        assertThat(crowd.beforeLooking()).isZero();
    }

    private Duration longest() {
        return IntStream.range(0, 1_000)
                .mapToObj(_ -> crowd.beforeWriting())
                .max(Duration::compareTo)
                .orElseThrow();
    }
}
