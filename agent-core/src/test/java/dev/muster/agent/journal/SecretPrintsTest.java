package dev.muster.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;

class SecretPrintsTest {
    private static final SecretPrints PRINTS =
            SecretPrints.of(
                    Map.of("HF_TOKEN", "quite-plain", "PATH", "/usr/bin", "KEY", "two words"),
                    new Random(1));

    @TempDir private Path folder;

    @Test
    void a_secret_is_known_again_where_a_word_begins() {
        assertThat(PRINTS.foundIn("token='quite-plain' and two words more"))
                .containsExactly("quite-plain", "two words");
        assertThat(PRINTS.foundIn("/usr/bin quite plain")).isEmpty();
    }

    @Test
    void what_is_kept_of_it_does_not_hold_it() {
        assertThat(PRINTS.text())
                .doesNotContain("quite")
                .doesNotContain("plain")
                .contains("sha256");
    }

    @Test
    void what_was_written_is_read_again() throws IOException {
        Path file = folder.resolve("inherited.json");
        Files.writeString(file, PRINTS.text());

        assertThat(SecretPrints.read(file)).isEqualTo(PRINTS);
    }

    @Test
    void a_run_from_before_has_none() throws IOException {
        assertThat(SecretPrints.read(folder.resolve("inherited.json")))
                .isEqualTo(SecretPrints.NONE);
        assertThat(SecretPrints.NONE.foundIn("anything at all")).isEmpty();
    }
}
