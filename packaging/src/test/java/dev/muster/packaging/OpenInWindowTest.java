package dev.muster.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.home.AgentSocket;
import dev.muster.agent.home.AgentSockets;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;
import dev.muster.testing.XDisplay;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/** The README's first command, where there is a display. */
@Needs(TestGroup.DISPLAY)
class OpenInWindowTest {
    @TempDir Path folder;

    /** The window has gone, and the background agent stays, as it should. */
    @AfterEach
    void endAgents() throws IOException {
        var home = Map.of("MUSTER_HOME", folder.resolve("home").toString());
        for (AgentSocket agent : AgentSockets.of(home).present()) {
            ProcessHandle process = ProcessHandle.of(agent.pid()).orElseThrow();
            process.destroy();
            await().atMost(Duration.ofMinutes(2)).until(() -> !process.isAlive());
        }
    }

    @Test
    @Needs(TestGroup.PYTHON)
    void open_starts_the_script_in_a_window_with_the_workers_it_asks_for()
            throws IOException, InterruptedException {
        try (var display = XDisplay.start("1280x800")) {
            var window =
                    RealLauncher.in(folder)
                            .with("DISPLAY", display.name())
                            .with("PYTHON_EXEC", TestPython.path())
                            .start("open", RealLauncher.example("plain.py"), "--", "1");

            await().atMost(Duration.ofMinutes(2))
                    .ignoreExceptions() // its folder is being written
                    .until(() -> journal().contains("all 4 workers are done"));

            assertThat(window.process().isAlive()).as("the window stays").isTrue();
            window.process().destroy();
            assertThat(window.await().out()).isEmpty();
        }
    }

    private String journal() throws IOException {
        Path runs = folder.resolve("home/state/runs");
        try (Stream<Path> folders = Files.list(runs)) {
            return Files.readString(folders.findAny().orElseThrow().resolve("events.jsonl"));
        }
    }
}
