package dev.muster.agent.supervise.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

class InheritedBytesTest {
    private static final String LATIN_1 = "NAME=J\u00fcrgen\0PATH=/bin\0";

    private final InheritedBytes inherited =
            InheritedBytes.of(LATIN_1.getBytes(StandardCharsets.ISO_8859_1));

    @Test
    void a_variable_that_is_not_utf8_keeps_its_bytes() {
        assertThat(inherited.entry("NAME", "J\ufffdrgen"))
                .isEqualTo("NAME=J\u00fcrgen".getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void once_it_has_another_value_that_is_what_counts() {
        assertThat(inherited.entry("NAME", "J\u00fcrgen"))
                .isEqualTo("NAME=J\u00fcrgen".getBytes(StandardCharsets.UTF_8));
        assertThat(inherited.entry("PATH", "/usr/bin")).asString().isEqualTo("PATH=/usr/bin");
    }
}
