package dev.muster.agent.barrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.barrier.PeerBarrierInput.Connected;
import dev.muster.agent.barrier.PeerBarrierInput.Disconnected;
import dev.muster.agent.barrier.PeerBarrierInput.Enter;
import dev.muster.agent.barrier.PeerBarrierInput.Received;
import dev.muster.agent.barrier.PeerBarrierInput.Reset;
import dev.muster.agent.barrier.PeerBarrierInput.Tick;
import dev.muster.agent.barrier.PeerMessage.At;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Participant 0 of 0, 7 and 2147483647, alone with what it is told. */
class PeerBarrierRulesTest {
    private static final PeerId ME = new PeerId(0);
    private static final PeerId SEVEN = new PeerId(7);
    private static final PeerId LAST = new PeerId(Integer.MAX_VALUE);
    private static final Duration LONG = Duration.ofMinutes(1);

    private PeerBarrierRules rules =
            new PeerBarrierRules(
                    PeerGroup.of("test", 0, 7, Integer.MAX_VALUE), ME, PeerBarrierSettings.DEFAULT);
    private Duration now = Duration.ofSeconds(100);
    private PeerBarrierState state = rules.start(now);

    @BeforeEach
    void connect() {
        on(new Connected(SEVEN, 70));
        on(new Connected(LAST, 90));
    }

    @Test
    void whoever_heard_that_all_entered_says_so_and_does_not_pass_yet() {
        on(new Enter(LONG));
        says(SEVEN, Position.entered(0, 1));

        var effects = says(LAST, Position.entered(0, 1));

        assertThat(sent(effects)).containsOnly(new At(Position.informed(0, 1)));
        assertThat(state.isWaiting()).isTrue();
    }

    @Test
    void whoever_heard_that_all_are_informed_passes() {
        on(new Enter(LONG));
        says(SEVEN, Position.informed(0, 1));

        var effects = says(LAST, Position.informed(0, 1));

        assertThat(effects).contains(new PeerBarrierEffect.Pass(0, 1, Duration.ZERO));
        assertThat(state.isWaiting()).isFalse();
    }

    @Test
    void one_who_is_at_the_next_epoch_says_for_all_that_they_are_informed() {
        on(new Enter(LONG));
        says(SEVEN, Position.informed(0, 1));

        var effects = says(SEVEN, Position.entered(0, 2));

        assertThat(effects).contains(new PeerBarrierEffect.Pass(0, 1, Duration.ZERO));
    }

    @Test
    void what_comes_early_counts_later() {
        says(SEVEN, Position.entered(0, 1));
        says(LAST, Position.entered(0, 1));

        var effects = on(new Enter(LONG));

        assertThat(state.at()).isEqualTo(Position.informed(0, 1));
        assertThat(effects).doesNotHaveAnyElementsOfTypes(PeerBarrierEffect.Pass.class);
    }

    @Test
    void what_is_said_twice_or_late_changes_nothing() {
        says(SEVEN, Position.entered(0, 1));
        var before = state;

        says(SEVEN, Position.entered(0, 1));
        says(SEVEN, Position.START);

        assertThat(state).isEqualTo(before);
    }

    @Test
    void the_news_names_who_is_here_and_who_is_missing_while_we_wait() {
        says(LAST, Position.entered(0, 1));
        now = now.plusSeconds(3);

        var effects = on(new Enter(LONG));

        var roll =
                effects.stream()
                        .filter(PeerBarrierEffect.Tell.class::isInstance)
                        .map(effect -> ((PeerBarrierEffect.Tell) effect).news())
                        .map(BarrierNews.Waiting.class::cast)
                        .findFirst()
                        .orElseThrow();
        assertThat(roll.because()).isEqualTo("epoch 1: 2 of 3 are here; missing: 7");
        assertThat(roll.roll().arrived()).containsOnlyKeys(ME, LAST);
        assertThat(roll.roll().since()).contains(Duration.ofSeconds(100));
        assertThat(roll.roll().missing())
                .containsExactly(
                        Map.entry(
                                SEVEN,
                                new RollCall.Absence(
                                        Presence.HERE,
                                        Optional.of(Duration.ofSeconds(3)),
                                        Optional.empty())));
    }

    @Test
    void at_the_deadline_the_missing_are_named_with_what_they_did_not_do() {
        on(new Enter(Duration.ofMillis(500)));
        says(LAST, Position.entered(0, 1));
        now = now.plusMillis(500);

        on(new Tick());

        var breach = state.breach().orElseThrow();
        assertThat(breach.missing()).containsExactly(SEVEN);
        assertThat(breach.phase()).isEqualTo(BarrierPhase.ENTERED);
        assertThat(breach.because())
                .isEqualTo("participant 0 gave up epoch 1 after 0.5 s: 7 did not enter");
    }

    @Test
    void the_first_breach_is_kept_and_passed_on_to_all_but_its_sender() {
        var breach = breach(0);
        on(new Enter(LONG));

        var effects = on(new Received(SEVEN, new PeerMessage.Broken(breach)));
        on(new Received(LAST, new PeerMessage.Broken(breach(0))));

        assertThat(effects)
                .contains(
                        new PeerBarrierEffect.Fail(breach),
                        new PeerBarrierEffect.Send(LAST, new PeerMessage.Broken(breach)))
                .doesNotContain(new PeerBarrierEffect.Send(SEVEN, new PeerMessage.Broken(breach)));
    }

    @Test
    void a_broken_group_fails_at_once_until_everybody_has_asked_for_a_reset() {
        var breach = breach(0);
        on(new Received(SEVEN, new PeerMessage.Broken(breach)));

        assertThat(on(new Enter(LONG))).contains(new PeerBarrierEffect.Fail(breach));

        on(new Reset(LONG));
        says(SEVEN, Position.entered(1, 0));
        assertThat(state.isWaiting()).isTrue();
        says(LAST, Position.informed(1, 0));
        assertThat(says(SEVEN, Position.informed(1, 0)))
                .contains(new PeerBarrierEffect.Pass(1, 0, Duration.ZERO));
        on(new Enter(LONG));
        assertThat(state.at()).isEqualTo(Position.entered(1, 1));
    }

    @Test
    void nothing_that_is_said_of_an_old_generation_counts() {
        on(new Received(SEVEN, new PeerMessage.Broken(breach(0))));
        on(new Reset(LONG));
        says(SEVEN, Position.entered(0, 1));
        on(new Received(LAST, new PeerMessage.Broken(breach(0))));

        assertThat(state.at()).isEqualTo(Position.entered(1, 0));
        assertThat(state.isBroken()).isFalse();
    }

    @Test
    void those_who_reset_meet_in_the_latest_generation_that_any_of_them_asks_for() {
        on(new Reset(LONG));

        says(LAST, Position.entered(5, 0));

        assertThat(state.at()).isEqualTo(Position.entered(5, 0));
    }

    @Test
    void a_second_call_is_refused_and_the_first_goes_on() {
        on(new Enter(LONG));

        var effects = on(new Enter(LONG));

        assertThat(effects)
                .contains(new PeerBarrierEffect.Refuse("participant 0 waits at epoch 1 already"));
        assertThat(state.isWaiting()).isTrue();
    }

    @Test
    void one_that_is_further_than_anybody_can_be_breaks_the_generation() {
        says(SEVEN, Position.entered(0, 9));

        var breach = state.breach().orElseThrow();
        assertThat(breach.cause()).isEqualTo(Breach.Cause.OUT_OF_STEP);
        assertThat(breach.because()).contains("participant 7 is at epoch 9");
    }

    @Test
    void one_who_comes_back_as_another_after_it_was_at_the_barrier_breaks_the_generation() {
        says(SEVEN, Position.entered(0, 1));

        on(new Connected(SEVEN, 71));

        assertThat(state.breach().orElseThrow().cause()).isEqualTo(Breach.Cause.RESTARTED);
    }

    @Test
    void of_a_barrier_for_one_use_who_is_cut_off_before_all_are_here_is_missing_until_it_is_back() {
        meetOnce();
        on(new Enter(LONG));
        says(SEVEN, Position.entered(0, 1));

        on(new Disconnected(SEVEN));
        says(LAST, Position.entered(0, 1));
        assertThat(state.at()).isEqualTo(Position.entered(0, 1));

        on(new Connected(SEVEN, 71));
        assertThat(state.isBroken()).isFalse();
        says(SEVEN, Position.entered(0, 1));
        assertThat(state.at()).isEqualTo(Position.informed(0, 1));
    }

    @Test
    void of_a_barrier_for_one_use_who_is_started_anew_takes_its_place_though_others_speak_of_it() {
        meetOnce();
        on(new Enter(LONG));
        on(new Disconnected(SEVEN));
        on(
                new Received(
                        LAST,
                        new PeerMessage.Seen(0, 1, new TreeSet<>(Set.of(SEVEN)), new TreeSet<>())));

        on(new Connected(SEVEN, 71));

        assertThat(state.isBroken()).isFalse();
    }

    @Test
    void of_a_barrier_for_one_use_nobody_is_replaced_once_somebody_may_have_passed() {
        meetOnce();
        on(new Enter(LONG));
        says(SEVEN, Position.entered(0, 1));
        says(LAST, Position.entered(0, 1));
        on(new Disconnected(SEVEN));

        on(new Connected(SEVEN, 71));

        assertThat(state.breach().orElseThrow().cause()).isEqualTo(Breach.Cause.RESTARTED);
        assertThat(state.breach().orElseThrow().because())
                .isEqualTo(
                        "participant 7 was started anew, too late to take its place in epoch 1:"
                                + " some may have passed; start all of them again");
    }

    @Test
    void who_was_turned_away_is_missing_for_that_reason() {
        state = rules.start(now);
        on(new Enter(Duration.ofMillis(500)));
        on(new PeerBarrierInput.Refused(SEVEN, "turned away: it knocked twice"));
        now = now.plusMillis(500);

        on(new Tick());

        assertThat(state.breach().orElseThrow().because())
                .contains("7 (turned away: it knocked twice), 2147483647 (never connected)");
    }

    @Test
    void one_who_comes_back_as_another_and_had_done_nothing_is_welcome() {
        on(new Connected(SEVEN, 71));

        assertThat(state.isBroken()).isFalse();
    }

    @Test
    void what_an_earlier_life_asked_for_does_not_count_for_the_next() {
        on(new Received(SEVEN, new PeerMessage.Broken(breach(0))));
        says(SEVEN, Position.entered(1, 0));
        on(new Connected(SEVEN, 71));

        on(new Reset(LONG));
        says(LAST, Position.entered(1, 0));

        assertThat(state.at()).isEqualTo(Position.entered(1, 0));
    }

    @Test
    void after_the_last_generation_there_is_no_reset() {
        on(new Received(SEVEN, new PeerMessage.Broken(breach(Position.LAST_GENERATION))));

        var effects = on(new Reset(LONG));

        assertThat(effects)
                .contains(
                        new PeerBarrierEffect.Refuse(
                                "generation 4611686018427387904 was the last there can be"));
    }

    @Test
    void whoever_left_for_good_is_not_waited_for() {
        on(new Enter(LONG));

        on(new Received(SEVEN, new PeerMessage.Leaving()));

        var breach = state.breach().orElseThrow();
        assertThat(breach.cause()).isEqualTo(Breach.Cause.LEFT);
        assertThat(breach.missing()).containsExactly(SEVEN);
    }

    @Test
    void silence_is_told_with_the_last_sign_of_life() {
        now = now.plusSeconds(6);

        var effects = on(new Tick());

        assertThat(effects)
                .contains(
                        new PeerBarrierEffect.Drop(
                                SEVEN, "participant 7 has departed, last sign of life 6 s ago"));
        assertThat(state.isBroken()).isFalse();
    }

    @Test
    void whoever_waits_for_a_departed_one_waits_on_unless_told_not_to() {
        var strict =
                new PeerBarrierRules(
                        rules.group(),
                        ME,
                        new PeerBarrierSettings(
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(5),
                                PeerBarrierSettings.OnDeparture.BREAK,
                                PeerBarrierSettings.Uses.MANY));
        on(new Enter(LONG));
        now = now.plusSeconds(6);

        var patient = rules.on(state, new Tick(), now).next();
        var impatient = strict.on(state, new Tick(), now).next();

        assertThat(patient.isBroken()).isFalse();
        assertThat(impatient.breach().orElseThrow().missing()).containsExactly(SEVEN, LAST);
    }

    @Test
    void what_others_have_heard_counts_as_heard() {
        on(new Enter(LONG));

        on(
                new Received(
                        SEVEN,
                        new PeerMessage.Seen(
                                0, 1, new TreeSet<>(Set.of(SEVEN, LAST)), new TreeSet<>())));

        assertThat(state.at()).isEqualTo(Position.informed(0, 1));
    }

    @Test
    void strangers_and_impostors_change_nothing() {
        var before = state;

        on(new Connected(new PeerId(3), 1));
        on(new Received(new PeerId(3), new At(Position.entered(0, 1))));
        on(new Received(ME, new At(Position.entered(0, 1))));

        assertThat(state).isEqualTo(before);
        assertThatThrownBy(
                        () ->
                                new PeerBarrierRules(
                                        rules.group(), new PeerId(3), PeerBarrierSettings.DEFAULT))
                .hasMessage("participant: 3 (expected: one of group 'test')");
    }

    @Test
    void a_group_of_one_waits_for_nobody() {
        var alone =
                new PeerBarrierRules(
                        PeerGroup.of("one", 4), new PeerId(4), PeerBarrierSettings.DEFAULT);

        var step = alone.on(alone.start(now), new Enter(LONG), now);

        assertThat(step.effects()).contains(new PeerBarrierEffect.Pass(0, 1, Duration.ZERO));
    }

    private void meetOnce() {
        var usual = PeerBarrierSettings.DEFAULT;
        rules =
                new PeerBarrierRules(
                        rules.group(),
                        ME,
                        new PeerBarrierSettings(
                                usual.heartbeat(),
                                usual.silenceLimit(),
                                usual.onDeparture(),
                                PeerBarrierSettings.Uses.ONE));
    }

    private List<PeerBarrierEffect> says(PeerId peer, Position position) {
        return on(new Received(peer, new At(position)));
    }

    private List<PeerBarrierEffect> on(PeerBarrierInput input) {
        var step = rules.on(state, input, now);
        state = step.next();
        return step.effects();
    }

    private static List<PeerMessage> sent(List<PeerBarrierEffect> effects) {
        return effects.stream()
                .filter(PeerBarrierEffect.Send.class::isInstance)
                .map(effect -> ((PeerBarrierEffect.Send) effect).message())
                .toList();
    }

    private static Breach breach(long generation) {
        return new Breach(
                generation,
                1,
                SEVEN,
                Breach.Cause.ABORTED,
                BarrierPhase.ENTERED,
                new TreeSet<>(),
                "participant 7 had enough");
    }
}
