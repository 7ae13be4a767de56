package dev.muster.gui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.gui.fx.KeyMap;
import dev.muster.gui.fx.Theme;
import dev.muster.gui.fx.ThemeChoice;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

class RememberedPreferencesTest {
    private static final ThemeChoice LIGHT = new ThemeChoice.Always(Theme.LIGHT);
    private static final ThemeChoice DARK = new ThemeChoice.Always(Theme.DARK);

    @TempDir Path folder;
    private final List<String> said = new CopyOnWriteArrayList<>();

    @Test
    void what_was_chosen_is_there_in_the_next_window() {
        var keys = new KeyMap(Map.of("restart", List.of()));
        try (var first = open(folder)) {
            first.preferences().theme().set(LIGHT);
            first.preferences().tab().set(DockTab.STORE);
            first.preferences().keys().set(keys);
        }

        try (var next = open(folder)) {
            assertThat(next.preferences().theme().get()).isEqualTo(LIGHT);
            assertThat(next.preferences().tab().get()).isEqualTo(DockTab.STORE);
            assertThat(next.preferences().keys().get()).isEqualTo(keys);
            assertThat(next.troubles()).isEmpty();
        }
    }

    @Test
    void a_home_that_cannot_be_written_is_told_once_and_what_was_chosen_holds() throws IOException {
        Path file = Files.createFile(folder.resolve("no-folder"));
        var remembered = open(file);

        remembered.preferences().theme().set(LIGHT);
        remembered.preferences().tab().set(DockTab.STORE);
        remembered.close();

        assertThat(remembered.preferences().theme().get()).isEqualTo(LIGHT);
        assertThat(said)
                .singleElement()
                .asString()
                .startsWith("What you choose holds until the window closes");
    }

    @Test
    void settings_that_cannot_be_read_are_told_once_and_the_window_begins_as_if_new()
            throws IOException {
        Files.write(folder.resolve("cockpit.properties"), new byte[] {(byte) 0xff, (byte) 0xfe});

        try (var remembered = open(folder)) {
            assertThat(remembered.preferences().theme().get()).isEqualTo(DARK);
            assertThat(remembered.troubles())
                    .singleElement()
                    .asString()
                    .startsWith("The settings of the window cannot be read");
        }
    }

    private RememberedPreferences open(Path config) {
        return new RememberedPreferences(new Settings(config), new KeyFile(config), said::add);
    }
}
