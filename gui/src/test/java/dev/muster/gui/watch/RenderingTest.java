package dev.muster.gui.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

@Isolated("it changes a property of the whole process")
class RenderingTest {
    private static final String ORDER = "prism.order";

    @TempDir Path folder;
    private Optional<String> before = Optional.empty();

    @BeforeEach
    void chooseNothing() {
        before = Optional.ofNullable(System.getProperty(ORDER));
        System.clearProperty(ORDER);
    }

    @AfterEach
    void restore() {
        before.ifPresentOrElse(
                value -> System.setProperty(ORDER, value), () -> System.clearProperty(ORDER));
    }

    @Test
    void a_window_that_shows_frames_leaves_no_note() {
        var rendering = new Rendering(note());

        rendering.begin();
        assertThat(note()).content().startsWith("drawing ");
        rendering.works();

        assertThat(note()).doesNotExist();
        assertThat(System.getProperty(ORDER)).isNull();
    }

    @Test
    void after_a_window_that_never_showed_a_frame_the_next_ones_draw_in_software()
            throws IOException {
        Files.writeString(note(), "drawing 999999999\n");

        var next = new Rendering(note());
        next.begin();
        next.works();

        assertThat(System.getProperty(ORDER)).isEqualTo("sw");
        assertThat(next.remark()).get().asString().contains("did not come up");
        assertThat(new Rendering(note()).isSoftware()).isTrue();
    }

    @Test
    void a_window_that_is_still_trying_is_no_sign_of_anything() throws IOException {
        Files.writeString(note(), "drawing " + ProcessHandle.current().pid());

        new Rendering(note()).begin();

        assertThat(System.getProperty(ORDER)).isNull();
    }

    @Test
    void who_chooses_by_hand_is_obeyed() throws IOException {
        Files.writeString(note(), "software\n");
        System.setProperty(ORDER, "es2");

        new Rendering(note()).begin();

        assertThat(System.getProperty(ORDER)).isEqualTo("es2");
    }

    @Test
    void the_settings_turn_it_on_and_back() {
        new Rendering(note()).wantSoftware(true);
        assertThat(new Rendering(note()).isSoftware()).isTrue();

        new Rendering(note()).wantSoftware(false);

        assertThat(new Rendering(note()).isSoftware()).isFalse();
    }

    private Path note() {
        return folder.resolve("state/rendering");
    }

    @BeforeEach
    void makeFolder() throws IOException {
        Files.createDirectories(folder.resolve("state"));
    }
}
