package dev.muster.agent.rendezvous.c10d;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.rendezvous.c10d.StateCodec.Decoded;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URISyntaxException;
import java.util.stream.Stream;

/** A real Python takes what we write for what we mean. */
@Needs(TestGroup.TORCH)
@Timeout(120)
class PythonReadsOurStatesTest {
    private static PythonPeer python;

    private final StateCodec codec = new StateCodec(PickleLimits.DEFAULT);

    @BeforeAll
    static void start() throws IOException, URISyntaxException {
        python = PythonPeer.start();
    }

    @AfterAll
    static void end() throws IOException {
        python.close();
    }

    static Stream<String> recorded() {
        return RecordedStates.names();
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void recorded_states_written_again_in_their_dialect_mean_the_same(String name) {
        var dialect = RecordedStates.dialect(name);
        var state = RecordedStates.meaning(name);

        var stored = codec.encode(state, dialect);

        assertThat(python.describe(stored, dialect)).isEqualTo(PythonPeer.words(state, dialect));
    }

    @ParameterizedTest
    @EnumSource
    void states_of_all_kinds_mean_the_same_in_every_dialect(StateDialect dialect) {
        var states = new RandomStates(100 + dialect.ordinal());
        for (int i = 0; i < 300; i++) {
            var state = states.next(dialect);

            var stored = codec.encode(state, dialect);

            assertThat(python.describe(stored, dialect))
                    .isEqualTo(PythonPeer.words(state, dialect));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void what_python_pickles_of_them_is_read_as_the_same_states(int protocol) {
        var states = new RandomStates(protocol);
        for (int i = 0; i < 100; i++) {
            var dialect = StateDialect.values()[1 + i % 3];
            var state = states.next(dialect);

            var theirs = python.repickle(codec.encode(state, dialect), protocol);

            assertThat(codec.decode(theirs, dialect)).contains(new Decoded(state, dialect));
        }
    }
}
