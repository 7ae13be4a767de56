package dev.muster.agent.control.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.control.client.ControlFailure.Malformed;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

class ServerEventDecoderTest {
    private static final String TWO =
            """
            : still here

            id: 7
            event: event
            data: {"seq":7,"text":"é"}

            event:usage
            data: a
            data:  b

            """;
    private static final int LONGEST = 100;

    private final List<ServerEvent> events = new ArrayList<>();
    private final ServerEventDecoder decoder = new ServerEventDecoder(LONGEST, events::add);

    @ParameterizedTest
    @MethodSource("everyCut")
    void events_cut_anywhere_are_the_same_events(int cut) {
        byte[] bytes = TWO.getBytes(UTF_8);

        decoder.take(ByteBuffer.wrap(bytes, 0, cut));
        decoder.take(ByteBuffer.wrap(bytes, cut, bytes.length - cut));

        assertThat(events)
                .containsExactly(
                        new ServerEvent("event", Optional.of("7"), "{\"seq\":7,\"text\":\"é\"}"),
                        new ServerEvent("usage", Optional.empty(), "a\n b"));
    }

    private static IntStream everyCut() {
        return IntStream.rangeClosed(0, TWO.getBytes(UTF_8).length);
    }

    @Test
    void lines_may_end_as_on_other_systems() {
        take("data: x\r\n\r\n");

        assertThat(events).containsExactly(new ServerEvent("message", Optional.empty(), "x"));
    }

    @Test
    void an_event_without_data_is_none() {
        take("event: run\nid: 3\n\n");

        assertThat(events).isEmpty();
    }

    @Test
    void a_line_without_an_end_is_not_kept_beyond_the_limit() {
        assertThatThrownBy(() -> take("data: " + "x".repeat(LONGEST)))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("longer than 100 bytes");
    }

    @Test
    void many_short_lines_without_an_end_are_not_kept_beyond_the_limit_either() {
        assertThatThrownBy(() -> take("data\n".repeat(LONGEST * 2))).isInstanceOf(Malformed.class);
    }

    @Test
    void what_is_no_text_is_refused() {
        assertThatThrownBy(() -> decoder.take(ByteBuffer.wrap(new byte[] {'a', (byte) 0xFF, '\n'})))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("not UTF-8");
    }

    private void take(String text) {
        decoder.take(ByteBuffer.wrap(text.getBytes(UTF_8)));
    }
}
