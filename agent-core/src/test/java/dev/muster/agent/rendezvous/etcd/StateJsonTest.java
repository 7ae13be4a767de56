package dev.muster.agent.rendezvous.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousException.CorruptState;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.store.protocol.Bytes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The state as it stands in etcd. */
class StateJsonTest {
    private static final Node A = new Node("a", 1, 0);
    private static final Node B = new Node("b \"ü\"", 2, 1);
    private static final Node C = new Node("c", 3, 0);
    private static final Instant TIME = Instant.parse("2026-11-21T12:00:00.123456Z");

    private static final String GOOD =
            """
            {"version":1,"round":7,"complete":true,"closed":false,\
            "participants":[{"address":"a","pid":1,"local_id":0,"rank":0}],\
            "wait_list":[],"redundancy_list":[]}\
            """;

    @Test
    void it_is_read_as_it_was_written_but_for_the_heartbeats() {
        var state =
                new RendezvousState(
                        3,
                        false,
                        Optional.of(TIME),
                        true,
                        Map.of(A, 0, B, 1),
                        Set.of(C),
                        Set.of(B),
                        Map.of(A, TIME));

        var read = StateJson.read(StateJson.write(state));

        assertThat(read)
                .isEqualTo(
                        new RendezvousState(
                                3,
                                false,
                                Optional.of(TIME),
                                true,
                                Map.of(A, 0, B, 1),
                                Set.of(C),
                                Set.of(B),
                                Map.of()));
    }

    @Test
    void an_operator_can_read_it() {
        var state = StateJson.read(Bytes.utf8(GOOD));

        assertThat(state.participants()).containsExactly(Map.entry(A, 0));
        assertThat(StateJson.write(state).toText()).isEqualTo(GOOD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"version\":1}",
                "gASVAAAAAAAAAA==",
                "{\"version\":2,\"round\":7}",
            })
    void what_is_no_state_is_refused(String text) {
        assertThatThrownBy(() -> StateJson.read(Bytes.utf8(text)))
                .isInstanceOf(CorruptState.class)
                .hasMessageStartingWith("The rendezvous state cannot be used");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"round\":\"7\"",
                "\"round\":7.5",
                "\"round\":99999999999999999999",
                "\"complete\":1",
                "\"deadline\":\"soon\"",
                "\"participants\":{}",
                "\"participants\":[{\"address\":1,\"pid\":1,\"local_id\":0,\"rank\":0}]",
                "\"wait_list\":[7]"
            })
    void a_state_with_one_wrong_field_is_refused(String wrong) {
        String name = wrong.substring(0, wrong.indexOf(':'));
        String text = GOOD.replaceAll(name + ":(\\[.*?]|[^,]*)(?=,|})", "\"was\":0");
        String broken = text.substring(0, text.length() - 1) + "," + wrong + "}";

        assertThatThrownBy(() -> StateJson.read(Bytes.utf8(broken)))
                .isInstanceOf(CorruptState.class);
    }

    @Test
    void one_that_is_too_long_is_refused_unread() {
        var tooLong = Bytes.utf8(" ".repeat(2 << 20));

        assertThatThrownBy(() -> StateJson.read(tooLong))
                .isInstanceOf(CorruptState.class)
                .hasMessageContaining("it has 2097152 bytes (expected: <= 1048576)");
    }
}
