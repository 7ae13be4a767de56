package dev.muster.gui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.gui.fx.Theme;
import dev.muster.gui.fx.ThemeChoice;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class SettingsTest {
    private static final ThemeChoice LIGHT = new ThemeChoice.Always(Theme.LIGHT);
    private static final ThemeChoice DARK = new ThemeChoice.Always(Theme.DARK);

    @TempDir Path folder;

    @Test
    void the_window_is_dark_before_anything_was_chosen() throws IOException {
        assertThat(new Settings(folder.resolve("not/there")).theme()).isEqualTo(DARK);
    }

    @Test
    void a_chosen_theme_is_remembered() throws IOException {
        var deep = folder.resolve("a/b");

        new Settings(deep).choose(LIGHT);

        assertThat(new Settings(deep).theme()).isEqualTo(LIGHT);
    }

    @Test
    void a_page_of_the_dock_is_remembered_beside_the_theme() throws IOException {
        new Settings(folder).choose(LIGHT);

        new Settings(folder).choose(DockTab.LOGS);

        assertThat(new Settings(folder).theme()).isEqualTo(LIGHT);
        assertThat(new Settings(folder).tab()).isEqualTo(DockTab.LOGS);
        assertThat(folder.resolve("cockpit.properties")).content().contains("tab=Logs");
    }

    @Test
    void what_else_stands_in_the_file_stays_there() throws IOException {
        Files.writeString(folder.resolve("cockpit.properties"), "zoom=2\n");

        new Settings(folder).choose(LIGHT);

        assertThat(Files.readString(folder.resolve("cockpit.properties"))).contains("zoom=2");
    }

    @Test
    void a_theme_of_another_name_is_taken_for_dark() throws IOException {
        Files.writeString(folder.resolve("cockpit.properties"), "theme=pink\n");

        assertThat(new Settings(folder).theme()).isEqualTo(DARK);
    }
}
