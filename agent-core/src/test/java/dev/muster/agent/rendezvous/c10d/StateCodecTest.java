package dev.muster.agent.rendezvous.c10d;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.c10d.StateCodec.Decoded;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

class StateCodecTest {
    private static final String NAME_OF_UPSTREAMS_SIZE_TEST =
            "dummy%d.dummy1-dummy1-dummy1-dummy1.com";

    private final StateCodec codec = new StateCodec(PickleLimits.DEFAULT);

    static Stream<String> recorded() {
        return RecordedStates.names();
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void what_pytorch_stored_is_read_as_what_it_meant(String name) {
        var decoded = codec.decode(RecordedStates.text(name), StateDialect.D4);

        assertThat(decoded.map(Decoded::state)).contains(RecordedStates.meaning(name));
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void the_dialect_is_told_from_what_is_stored(String name) {
        var likely = RecordedStates.dialect(name);
        var unlikely = likely == StateDialect.D1 ? StateDialect.D4 : StateDialect.D1;
        boolean fitsTwo = name.endsWith("00_initial"); // neither node nor time in it

        var decoded = codec.decode(RecordedStates.text(name), fitsTwo ? likely : unlikely);

        assertThat(decoded.map(Decoded::dialect)).contains(likely);
    }

    @Test
    void of_two_dialects_that_fit_and_are_both_unlikely_the_newer_is_taken() {
        var stored = codec.encode(RendezvousState.EMPTY, StateDialect.D1);

        var decoded = codec.decode(stored, StateDialect.D4);

        assertThat(decoded.map(Decoded::dialect)).contains(StateDialect.D2);
    }

    @ParameterizedTest
    @EnumSource
    void what_is_written_in_a_dialect_is_read_back_and_known_to_be_of_that_dialect(
            StateDialect dialect) {
        var states = new RandomStates(dialect.ordinal());
        for (int i = 0; i < 2_000; i++) {
            var state = states.next(dialect);

            var decoded = codec.decode(codec.encode(state, dialect), dialect);

            assertThat(decoded).contains(new Decoded(state, dialect));
        }
    }

    @Test
    void times_are_cut_to_the_microseconds_that_python_has() {
        var state = heard(Instant.parse("2026-01-02T03:04:05.123456789Z"));

        var decoded = codec.decode(codec.encode(state, StateDialect.D4), StateDialect.D4);

        assertThat(decoded.map(Decoded::state))
                .contains(heard(Instant.parse("2026-01-02T03:04:05.123456Z")));
    }

    @Test
    void the_same_state_is_always_the_same_text() {
        var state = RecordedStates.meaning("torch-2.13/90_300_nodes");

        assertThat(codec.encode(state, StateDialect.D4))
                .isEqualTo(codec.encode(state, StateDialect.D4));
    }

    @Test
    void an_untouched_key_has_no_state() {
        assertThat(codec.decode(StateCodec.UNTOUCHED, StateDialect.D4)).isEmpty();
    }

    /** The limits are those of PyTorch's own test, and so is the long name of each node. */
    @ParameterizedTest
    @CsvSource({"10, 2048", "100, 16384", "1000, 163840", "10000, 1638400"})
    void a_state_is_no_longer_than_pytorch_allows_its_own(int nodes, int limit) {
        var state = RecordedStates.many(nodes, NAME_OF_UPSTREAMS_SIZE_TEST, 0);

        var stored = codec.encode(state, StateDialect.D4);

        assertThat(stored.content().length()).isLessThanOrEqualTo(limit);
        assertThat(codec.decode(stored, StateDialect.D4))
                .contains(new Decoded(state, StateDialect.D4));
    }

    @Test
    void a_state_is_shorter_than_what_pytorch_makes_of_it() {
        String name = "torch-2.13/90_300_nodes";

        var ours = codec.encode(RecordedStates.meaning(name), StateDialect.D4);

        assertThat(ours.content().length())
                .isLessThan(RecordedStates.text(name).content().length());
    }

    @Test
    void spares_are_not_written_for_those_who_know_of_none() {
        var state = RecordedStates.meaning("torch-2.13/04_complete_with_redundant");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.encode(state, StateDialect.D2))
                .withMessageContaining("[node-c.example.com_4303_1]")
                .withMessageContaining("dialect D2 has no place for them");
    }

    private static RendezvousState heard(Instant at) {
        var node = new Node("a", 1, 0);
        return new RendezvousState(
                0,
                false,
                Optional.empty(),
                false,
                Map.of(node, 0),
                Set.of(),
                Set.of(),
                Map.of(node, at));
    }
}
