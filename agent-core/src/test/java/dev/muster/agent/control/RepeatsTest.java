package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.control.Repeats.Done;
import dev.muster.agent.control.Repeats.Seen;
import dev.muster.agent.pairing.KeyPin;
import dev.muster.agent.pairing.Role;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

class RepeatsTest {
    private static final Instant NOW = Instant.EPOCH;
    private static final Caller HERE = Caller.here("somebody");

    private final Repeats repeats = new Repeats();

    private static Seen seen(String text) {
        var done = CompletableFuture.completedFuture(new Done(200, "t", text, Map.of()));
        return new Seen(Repeats.digest(text), NOW, done);
    }

    private Optional<Seen> find(String key) {
        return repeats.find(HERE, key, NOW);
    }

    @Test
    void the_oldest_are_forgotten_when_there_are_too_many() {
        for (int k = 0; k <= Repeats.MOST_KEYS; k++) repeats.add(HERE, "key " + k, seen("x"));

        assertThat(find("key 0")).isEmpty();
        assertThat(find("key 1")).isPresent();
    }

    @Test
    void long_answers_are_forgotten_sooner() {
        for (int k = 0; k < 10; k++) repeats.add(HERE, "key " + k, seen("x".repeat(1 << 20)));

        assertThat(find("key 0")).isEmpty();
        assertThat(find("key 9")).isPresent();
    }

    @Test
    void what_was_asked_an_hour_ago_is_new() {
        repeats.add(HERE, "key", seen("x"));

        assertThat(repeats.find(HERE, "key", NOW.plus(Duration.ofMinutes(59)))).isPresent();
        assertThat(repeats.find(HERE, "key", NOW.plus(Duration.ofHours(1)))).isEmpty();
    }

    @Test
    void a_key_of_one_caller_means_nothing_to_another() {
        var pin = new KeyPin("SHA256:" + "a".repeat(43));
        var elsewhere = new Caller("somebody", Role.OPERATOR, Optional.of(pin), false);

        repeats.add(elsewhere, "key", seen("x"));

        assertThat(find("key")).isEmpty();
        assertThat(repeats.find(elsewhere, "key", NOW)).isPresent();
    }

    @Test
    void texts_that_are_cut_otherwise_are_others() {
        assertThat(Repeats.digest("ab", "c")).isNotEqualTo(Repeats.digest("a", "bc"));
    }
}
