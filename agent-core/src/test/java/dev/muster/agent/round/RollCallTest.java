package dev.muster.agent.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.rendezvous.NodeLossPolicy;
import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.store.HashStore;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;

/** A round of two agents, one of which sees a worker fail. */
@Timeout(60)
class RollCallTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration NOT_LONG = Duration.ofMillis(300);

    private final RoundStore store = MemoryRounds.of(new HashStore(), 0);
    private volatile boolean over;

    @AfterEach
    void end() {
        over = true;
    }

    @Test
    void a_failure_is_our_own_when_everybody_answers() {
        var ours = toldAfter(PATIENCE);
        listen(ours);
        listen(toldAfter(PATIENCE));
        awaitListening(2);

        assertThat(ours.isOurOwn()).isTrue();
    }

    @Test
    void it_may_be_a_lost_nodes_when_somebody_does_not_answer() {
        var ours = toldAfter(NOT_LONG);
        listen(ours);
        store.add("muster/roll_call/listening", 1, PATIENCE);
        awaitListening(2);

        assertThat(ours.isOurOwn()).isFalse();
    }

    @Test
    void it_is_not_surely_our_own_when_other_workers_ended_before() {
        var ours = toldAfter(NOT_LONG);
        listen(ours);
        awaitListening(1);
        toldAfter(PATIENCE).tellEnding();

        assertThat(ours.isOurOwn()).isFalse();
    }

    @Test
    void whoever_comes_to_listen_late_answers_all_the_same() {
        var ours = toldAfter(PATIENCE);
        listen(ours);
        assertThat(ours.isOurOwn()).isTrue();

        listen(toldAfter(PATIENCE));

        await().atMost(PATIENCE)
                .until(() -> store.add("muster/roll_call/answers", 0, PATIENCE) == 2);
    }

    @Test
    void nobody_is_asked_where_no_node_is_ever_missed() {
        store.add("muster/roll_call/listening", 1, PATIENCE);

        assertThat(toldAfter(Duration.ZERO).isOurOwn()).isTrue();
    }

    private RollCall toldAfter(Duration limit) {
        return new RollCall(store, limit, NodeLossPolicy.REFORM);
    }

    private void listen(RollCall roll) {
        Thread.ofVirtual().start(() -> roll.answer(() -> !over));
    }

    private void awaitListening(int agents) {
        await().atMost(PATIENCE)
                .until(() -> store.add("muster/roll_call/listening", 0, PATIENCE) == agents);
    }
}
