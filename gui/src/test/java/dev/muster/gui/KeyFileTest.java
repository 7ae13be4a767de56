package dev.muster.gui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.gui.fx.KeyChord;
import dev.muster.gui.fx.KeyMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class KeyFileTest {
    @TempDir Path folder;

    @Test
    void without_a_file_the_usual_keys_are_used_and_nothing_is_said() {
        var reading = new KeyFile(folder.resolve("not/there")).read();

        assertThat(reading.keys()).isEqualTo(KeyMap.USUAL);
        assertThat(reading.trouble()).isEmpty();
    }

    @Test
    void what_is_kept_reads_back() throws IOException {
        var chosen = chosen("restart", "F5", "Ctrl+R");

        new KeyFile(folder).keep(KeyMap.USUAL, chosen);

        assertThat(new KeyFile(folder).read().keys()).isEqualTo(chosen);
    }

    @Test
    void an_action_without_a_key_and_one_with_its_usual_key_are_told_apart() throws IOException {
        var none = chosen("restart");
        new KeyFile(folder).keep(KeyMap.USUAL, none);
        assertThat(new KeyFile(folder).read().keys()).isEqualTo(none);

        new KeyFile(folder).keep(none, KeyMap.USUAL);

        assertThat(new KeyFile(folder).read().keys()).isEqualTo(KeyMap.USUAL);
    }

    @Test
    void a_line_that_names_no_key_is_told_in_a_sentence_and_stays_in_the_file() throws IOException {
        Files.writeString(file(), "stop=Banana\nrestart=F5\n");

        var reading = new KeyFile(folder).read();
        new KeyFile(folder).keep(reading.keys(), chosen("restart", "F6"));

        assertThat(reading.keys()).isEqualTo(chosen("restart", "F5"));
        assertThat(reading.trouble()).get().asString().endsWith("does not name one: stop=Banana.");
        assertThat(file()).content().contains("stop=Banana").contains("restart=F6");
    }

    @Test
    void a_file_that_cannot_be_read_is_told_and_set_aside_when_another_is_written()
            throws IOException {
        Files.write(file(), new byte[] {(byte) 0xff, (byte) 0xfe, 0});

        var reading = new KeyFile(folder).read();
        new KeyFile(folder).keep(reading.keys(), chosen("restart", "F6"));

        assertThat(reading.keys()).isEqualTo(KeyMap.USUAL);
        assertThat(reading.trouble()).isPresent();
        assertThat(folder.resolve("keys.properties.unreadable")).hasSize(3);
        assertThat(new KeyFile(folder).read().keys()).isEqualTo(chosen("restart", "F6"));
    }

    private Path file() {
        return folder.resolve("keys.properties");
    }

    private static KeyMap chosen(String id, String... keys) {
        return new KeyMap(
                Map.of(
                        id,
                        List.of(keys).stream().map(k -> KeyChord.read(k).orElseThrow()).toList()));
    }
}
