package dev.muster.gui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.gui.fx.Theme;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class SettingsTest {
    @TempDir Path folder;

    @Test
    void the_window_is_dark_before_anything_was_chosen() throws IOException {
        assertThat(new Settings(folder.resolve("not/there")).theme()).isEqualTo(Theme.DARK);
    }

    @Test
    void a_chosen_theme_is_remembered() throws IOException {
        var deep = folder.resolve("a/b");

        new Settings(deep).choose(Theme.LIGHT);

        assertThat(new Settings(deep).theme()).isEqualTo(Theme.LIGHT);
    }

    @Test
    void a_page_of_the_dock_is_remembered_beside_the_theme() throws IOException {
        new Settings(folder).choose(Theme.LIGHT);

        new Settings(folder).choose(DockTab.LOGS);

        assertThat(new Settings(folder).theme()).isEqualTo(Theme.LIGHT);
        assertThat(new Settings(folder).tab()).isEqualTo(DockTab.LOGS);
        assertThat(folder.resolve("cockpit.properties")).content().contains("tab=Logs");
    }

    @Test
    void what_else_stands_in_the_file_stays_there() throws IOException {
        Files.writeString(folder.resolve("cockpit.properties"), "zoom=2\n");

        new Settings(folder).choose(Theme.LIGHT);

        assertThat(Files.readString(folder.resolve("cockpit.properties"))).contains("zoom=2");
    }

    @Test
    void a_theme_of_another_name_is_taken_for_dark() throws IOException {
        Files.writeString(folder.resolve("cockpit.properties"), "theme=pink\n");

        assertThat(new Settings(folder).theme()).isEqualTo(Theme.DARK);
    }
}
