package dev.muster.agent.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;

import static java.time.Duration.ofSeconds;

import dev.muster.agent.rendezvous.RendezvousEffect.CompareSet;
import dev.muster.agent.rendezvous.RendezvousEffect.Rejoin;
import dev.muster.agent.rendezvous.RendezvousEffect.TellLost;
import dev.muster.agent.rendezvous.RendezvousInput.Confirmed;
import dev.muster.agent.rendezvous.RendezvousInput.Ended;
import dev.muster.agent.rendezvous.RendezvousInput.Read;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the end of another node's lease means, where nodes live by leases. */
class EndedLeaseTest {
    private static final Node A = new Node("a", 1, 0);
    private static final Node B = new Node("b", 1, 0);
    private static final Instant WALL = Instant.parse("2026-01-01T00:00:00Z");
    private static final Moment NOW = new Moment(WALL, ofSeconds(1_000));
    private static final RendezvousState COMPLETE = of(true, Map.of(A, 0, B, 1));

    /** From one to two nodes; this node is b. */
    private final RendezvousRules rules =
            new RendezvousRules(
                    B,
                    new RendezvousSettings(
                            "run",
                            1,
                            2,
                            RendezvousTimeouts.DEFAULT,
                            ofSeconds(5),
                            3,
                            NodeLossPolicy.REFORM));

    @Test
    void a_member_whose_lease_ended_is_lost_at_once_however_fresh_its_heartbeat() {
        var step = rules.on(afterTheEndOf(A), new Read(COMPLETE), NOW);

        assertThat(step.effects().getFirst())
                .isEqualTo(
                        new TellLost(
                                A,
                                ofSeconds(15),
                                "a is lost from round 0, silent for 15 s; 1 node (b) still here; a"
                                        + " new round can start with those"));
        assertThat(step.effects()).anyMatch(Rejoin.class::isInstance);
    }

    @Test
    void it_is_lost_and_has_not_left_also_when_others_took_it_off_the_list() {
        var step = rules.on(afterTheEndOf(A), new Read(of(true, Map.of(B, 1))), NOW);

        assertThat(step.effects().getFirst()).isInstanceOf(TellLost.class);
    }

    @Test
    void whoever_writes_next_takes_it_off_the_list() {
        var joining = Standing.START.with(new Seat.Joining(ofSeconds(1_500)));
        var told = rules.on(joining, new Ended(Set.of(A)), NOW).next();

        var step = rules.on(told, new Read(of(false, Map.of(A, 0))), NOW);

        var written = (CompareSet) step.effects().getLast();
        assertThat(written.desired().participants()).containsOnlyKeys(B);
    }

    @Test
    void who_has_nothing_else_to_do_takes_it_off_the_list() {
        var step = rules.on(afterTheEndOf(A), new Read(COMPLETE), NOW);
        var written = (CompareSet) step.effects().getLast();

        var after = rules.on(step.next(), new Read(written.desired()), NOW);

        assertThat(written.desired().participants()).containsOnlyKeys(B);
        assertThat(after.effects()).noneMatch(CompareSet.class::isInstance);
    }

    @Test
    void our_own_lease_is_no_reason_to_take_ourselves_for_lost() {
        var step = rules.on(afterTheEndOf(B), new Read(COMPLETE), NOW);

        assertThat(step.effects())
                .noneMatch(TellLost.class::isInstance)
                .noneMatch(Rejoin.class::isInstance);
    }

    @Test
    void the_end_of_a_lease_after_a_pause_of_ours_is_no_more_than_silence() {
        var ended = rules.on(afterTheEndOf(A), new Ended(Set.of()), NOW).next();
        var paused = rules.on(ended, new Read(COMPLETE), after(ofSeconds(20))).next();
        var ending = rules.on(paused, new Ended(Set.of(A)), after(ofSeconds(21))).next();

        var early = looking(ending, 21, 34);
        var late = rules.on(early.next(), new Read(COMPLETE), after(ofSeconds(35)));

        assertThat(early.effects()).noneMatch(TellLost.class::isInstance);
        assertThat(late.effects()).anyMatch(TellLost.class::isInstance);
    }

    /** One look per second, in which nothing changes. */
    private RendezvousRules.Step looking(Standing from, int firstSecond, int lastSecond) {
        var step = rules.on(from, new Read(COMPLETE), after(ofSeconds(firstSecond)));
        for (int second = firstSecond + 1; second <= lastSecond; second++) {
            step = rules.on(step.next(), new Read(COMPLETE), after(ofSeconds(second)));
        }
        return step;
    }

    private static Moment after(Duration time) {
        return new Moment(WALL.plus(time), NOW.uptime().plus(time));
    }

    private Standing afterTheEndOf(Node node) {
        var joining = Standing.START.with(new Seat.Joining(ofSeconds(1_500)));
        var asked = rules.on(joining, new Read(COMPLETE), NOW).next();
        var joined = rules.on(asked, new Confirmed(0, COMPLETE.participants()), NOW).next();
        return rules.on(joined, new Ended(Set.of(node)), NOW).next();
    }

    private static RendezvousState of(boolean complete, Map<Node, Integer> participants) {
        return new RendezvousState(
                0,
                complete,
                Optional.empty(),
                false,
                participants,
                Set.of(),
                Set.of(),
                Map.of(A, WALL, B, WALL));
    }
}
