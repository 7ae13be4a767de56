package dev.muster.store.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.server.StallRules.Verdict;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

class StallRulesTest {
    private static final Duration LOOK = Duration.ofMillis(100);

    private final StallRules rules = new StallRules(Duration.ofMillis(500), Duration.ofSeconds(2));

    @Test
    void a_loop_that_answers_is_fine() {
        assertThat(looks(50, true)).containsOnly(Verdict.FINE);
    }

    @Test
    void a_loop_that_is_silent_is_told_of_once_and_its_clients_are_reset_once() {
        var verdicts = looks(30, false);

        assertThat(verdicts.subList(0, 4)).containsOnly(Verdict.FINE);
        assertThat(verdicts.get(4)).isEqualTo(Verdict.TELL);
        assertThat(verdicts.subList(5, 19)).containsOnly(Verdict.FINE);
        assertThat(verdicts.get(19)).isEqualTo(Verdict.RESET_CLIENTS);
        assertThat(verdicts.subList(20, 30)).containsOnly(Verdict.TURN_AWAY);
        assertThat(rules.lasted()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void a_loop_that_answers_again_is_watched_from_the_beginning() {
        looks(6, false);

        assertThat(rules.look(LOOK, true, false)).isEqualTo(Verdict.OVER);
        assertThat(rules.lasted()).isEqualTo(Duration.ofMillis(600));
        assertThat(looks(4, false)).containsOnly(Verdict.FINE);
        assertThat(looks(1, false)).containsOnly(Verdict.TELL);
    }

    @Test
    void a_short_silence_is_not_worth_a_word() {
        looks(4, false);

        assertThat(rules.look(LOOK, true, false)).isEqualTo(Verdict.FINE);
    }

    @Test
    void a_loop_that_loads_its_classes_is_told_of_only_when_its_clients_are_about_to_be_reset() {
        for (int look = 1; look < 20; look++) {
            assertThat(rules.look(LOOK, false, true)).isEqualTo(Verdict.FINE);
        }

        assertThat(rules.look(LOOK, false, true)).isEqualTo(Verdict.TELL);
        assertThat(rules.look(LOOK, false, true)).isEqualTo(Verdict.RESET_CLIENTS);
    }

    @Test
    void a_loop_that_hangs_after_it_has_loaded_its_classes_is_told_of_at_once() {
        for (int look = 0; look < 10; look++) rules.look(LOOK, false, true);

        assertThat(rules.look(LOOK, false, false)).isEqualTo(Verdict.TELL);
    }

    @Test
    void a_night_asleep_is_no_stall() {
        var verdict = rules.look(Duration.ofHours(9), false, false);

        assertThat(verdict).isEqualTo(Verdict.FINE);
        assertThat(rules.look(LOOK, true, false)).isEqualTo(Verdict.FINE);
    }

    private List<Verdict> looks(int count, boolean answered) {
        var verdicts = new ArrayList<Verdict>();
        for (int i = 0; i < count; i++) verdicts.add(rules.look(LOOK, answered, false));
        return verdicts;
    }
}
