package dev.muster.gui.news;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

class DesktopTest {
    private static final News NEWS = new News("train.py failed", "rank 2 <exit> 'x' & more", true);

    @TempDir Path folder;
    private final List<News> back = new CopyOnWriteArrayList<>();

    @Test
    void the_program_of_the_desktop_gets_the_news_as_plain_text() throws IOException {
        Path said = folder.resolve("said");
        program(
                "notify-send",
                "printf '%s\\n' \"$@\" >" + said + ".part; mv " + said + ".part " + said);

        try (var desktop = desktop()) {
            desktop.tell(NEWS, back::add);
            await().until(() -> Files.exists(said));
        }

        assertThat(Files.readAllLines(said))
                .containsExactly(
                        "--app-name=Muster",
                        "--urgency=critical",
                        "--",
                        "train.py failed",
                        "rank 2 &lt;exit&gt; 'x' &amp; more");
        assertThat(back).isEmpty();
    }

    @Test
    void without_a_program_for_it_the_news_come_back() {
        try (var desktop = desktop()) {
            desktop.tell(NEWS, back::add);

            await().until(() -> back.equals(List.of(NEWS)));
        }
    }

    @Test
    void a_program_that_fails_gives_the_news_back() throws IOException {
        program("notify-send", "exit 1");

        try (var desktop = desktop()) {
            desktop.tell(NEWS, back::add);

            await().until(() -> back.equals(List.of(NEWS)));
        }
    }

    @Test
    void nothing_that_a_script_is_called_ends_the_text_it_stands_in() {
        var call = Desktop.gdbus(Path.of("gdbus"), new News("it's \\ \u001b[31m", "", false));

        assertThat(call).contains("'it\\'s \\\\  [31m'");
    }

    private Desktop desktop() {
        return new Desktop(Map.of("PATH", folder.toString(), "XDG_RUNTIME_DIR", folder.toString()));
    }

    private void program(String name, String script) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, "#!/bin/sh\nPATH=/usr/bin:/bin\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }
}
