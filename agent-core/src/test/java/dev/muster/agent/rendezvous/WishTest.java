package dev.muster.agent.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.time.Instant;

/** What a node wants, done by another. */
class WishTest {
    private static final Instant NOW = Instant.parse("2026-05-17T10:00:00.123456Z");
    private static final Node ME = new Node("host_with_lines", 7, 1);
    private static final Node OTHER = new Node("other", 8, 0);

    @Test
    void a_wish_is_read_as_it_was_written() {
        var wish = wish(RendezvousChange.ADD_TO_PARTICIPANTS, settings(1, 2));

        assertThat(Wish.parse(wish.text())).contains(wish);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "DANCE 0 1 2 30000 5 a_1_2", "KEEP_ALIVE 0 1 2 3 4 a"})
    void what_is_no_wish_is_nobodys(String text) {
        assertThat(Wish.parse(text)).isEmpty();
    }

    @Test
    void a_wish_done_by_another_is_what_the_node_itself_would_have_written() {
        var settings = settings(1, 2);
        var wish = wish(RendezvousChange.ADD_TO_PARTICIPANTS, settings);

        var done = wish.doneIn(RendezvousState.EMPTY, settings(3, 9));

        assertThat(done)
                .contains(
                        RendezvousChange.ADD_TO_PARTICIPANTS.in(
                                RendezvousState.EMPTY, ME, settings, NOW));
    }

    @Test
    void who_wished_to_come_in_is_not_brought_into_a_round_that_is_full_or_another() {
        var full =
                RendezvousChange.ADD_TO_PARTICIPANTS.in(
                        RendezvousState.EMPTY, OTHER, settings(1, 1), NOW);
        var wish = wish(RendezvousChange.ADD_TO_PARTICIPANTS, settings(1, 1));
        var left = RendezvousChange.REMOVE_FROM_PARTICIPANTS.in(full, OTHER, settings(1, 1), NOW);

        assertThat(full.complete()).isTrue();
        assertThat(wish.doneIn(full, settings(1, 1))).isEmpty();
        assertThat(left.round()).isEqualTo(1);
        assertThat(wish.doneIn(left, settings(1, 1))).isEmpty();
    }

    @Test
    void nobody_keeps_alive_who_is_not_listed() {
        var wish = wish(RendezvousChange.KEEP_ALIVE, settings(1, 2));

        assertThat(wish.doneIn(RendezvousState.EMPTY, settings(1, 2))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = RendezvousChange.class,
            names = {"KEEP_ALIVE", "ADD_TO_PARTICIPANTS", "REMOVE_FROM_PARTICIPANTS"},
            mode = EnumSource.Mode.EXCLUDE)
    void what_a_node_must_do_itself_nobody_does_for_it(RendezvousChange change) {
        var wish = wish(change, settings(1, 2));

        assertThat(wish.isForOthers()).isFalse();
        assertThat(wish.doneIn(RendezvousState.EMPTY, settings(1, 2))).isEmpty();
    }

    private static Wish wish(RendezvousChange change, RendezvousSettings settings) {
        return Wish.of(ME, change, RendezvousState.EMPTY, settings, NOW);
    }

    static RendezvousSettings settings(int min, int max) {
        return new RendezvousSettings(
                "run",
                min,
                max,
                RendezvousTimeouts.DEFAULT,
                Duration.ofSeconds(5),
                3,
                NodeLossPolicy.REFORM);
    }
}
