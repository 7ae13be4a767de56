package dev.muster.agent.rendezvous.c10d;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreReply.Changed;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class QuietWritesTest {
    private static final Value ONE = Value.of("a 1");
    private static final Value ONE_LATER = Value.of("a 2");
    private static final Value TWO = Value.of("a 2 b 1");

    private final List<Runnable> later = new ArrayList<>();
    private final QuietWrites writes = new QuietWrites(later::add);
    private int looks;

    @Test
    void what_was_not_read_a_moment_after_it_was_written_is_looked_at() {
        writes.rest(ONE, false, () -> looks++);

        writes.wrote(change(ONE, TWO));
        assertThat(looks).isZero();
        aMomentPasses();

        assertThat(looks).isEqualTo(1);
    }

    @Test
    void what_a_bell_has_told_meanwhile_is_not_looked_at_again() {
        writes.rest(ONE, false, () -> looks++);

        writes.wrote(change(ONE, TWO));
        writes.rest(TWO, false, () -> looks++);
        aMomentPasses();

        assertThat(looks).isZero();
    }

    @Test
    void many_writes_of_one_moment_are_one_look() {
        writes.rest(ONE, false, () -> looks++);

        writes.wrote(change(ONE, TWO));
        writes.wrote(change(TWO, ONE));
        writes.wrote(change(ONE, TWO));

        assertThat(later).hasSize(1);
    }

    @Test
    void heartbeats_are_looked_at_only_among_strangers() {
        writes.rest(ONE, false, () -> looks++);
        writes.wrote(change(ONE, ONE_LATER));
        assertThat(later).isEmpty();

        writes.rest(ONE, true, () -> looks++);
        writes.wrote(change(ONE, ONE_LATER));
        aMomentPasses();

        assertThat(looks).isEqualTo(1);
    }

    private void aMomentPasses() {
        later.forEach(Runnable::run);
        later.clear();
    }

    private static Changed change(Value before, Value after) {
        return new Changed(Key.of("state"), Changed.Change.REPLACED, before, after);
    }
}
