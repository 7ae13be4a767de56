package dev.muster.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.protocol.Bytes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreviewTest {
    @Test
    void short_plain_text_is_shown_as_it_is() {
        assertThat(preview("/epoch", "12")).isEqualTo("12");
        assertThat(preview("/MASTER_ADDR", "gpu-a.example")).isEqualTo("gpu-a.example");
        assertThat(preview("/empty", "")).isEqualTo("empty");
    }

    @Test
    void of_long_text_the_beginning_is_shown() {
        assertThat(Preview.of("/note", Bytes.utf8("a b ".repeat(16)), 4_000))
                .isEqualTo("a b ".repeat(12) + "…");
    }

    @Test
    void what_is_binary_is_only_named() {
        assertThat(Preview.of("/0", Bytes.copyOf(new byte[] {1, 2, 3}), 128)).isEqualTo("binary");
        assertThat(Preview.of("/o", Bytes.copyOf(new byte[] {(byte) 0x80, 4, 'K', 1}), 9))
                .isEqualTo("pickled Python object");
        assertThat(preview("/terminal", "\u001b[31m")).isEqualTo("binary");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "token=abc",
                "{\"password\": 1}",
                "hf_abcdefghijklmnopqrstuv1234",
                "9f86d081884c7d659a2feaa0c55ad015"
            })
    void what_may_be_a_secret_is_not_shown(String value) {
        assertThat(preview("/x", value)).isEqualTo("hidden, for it may be a secret");
    }

    @Test
    void what_has_the_name_of_a_secret_is_not_shown() {
        assertThat(preview("/hf_token", "abc")).isEqualTo("hidden, for it may be a secret");
    }

    private static String preview(String name, String value) {
        return Preview.of(name, Bytes.utf8(value), value.length());
    }
}
