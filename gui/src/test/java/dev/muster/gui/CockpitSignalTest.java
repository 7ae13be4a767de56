package dev.muster.gui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.gui.testing.BackgroundAgents;
import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.XDisplay;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What becomes of the cockpit, in a real window, and of its run when the system ends it. */
@BesideOthers
@Needs(TestGroup.DISPLAY)
class CockpitSignalTest {
    @TempDir Path folder;

    @Test
    @Timeout(180)
    void
            a_cockpit_that_gets_sigterm_stops_the_workers_that_live_in_it_and_closes_without_a_question()
                    throws IOException, InterruptedException {
        keepNothing();

        openAndTerminate();

        assertThat(heard()).hasContent("SIGTERM");
    }

    @Test
    @Timeout(180)
    void a_cockpit_that_gets_sigterm_leaves_what_the_background_agent_runs_alone()
            throws IOException, InterruptedException {
        try {
            openAndTerminate();

            assertThat(heard()).isEmptyFile();
        } finally {
            BackgroundAgents.end(Map.of("MUSTER_HOME", folder.resolve("home").toString()));
        }
        assertThat(heard()).as("the agent stops its runs").hasContent("SIGTERM");
    }

    /** Sends SIGTERM as soon as the worker is there, and waits for the cockpit's end. */
    private void openAndTerminate() throws IOException, InterruptedException {
        Path script = script();
        try (var display = XDisplay.start("1280x800")) {
            Process cockpit = open(display, script);
            try {
                await().atMost(90, TimeUnit.SECONDS).until(() -> Files.exists(heard()));

                cockpit.destroy();

                assertThat(cockpit.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
            } finally {
                cockpit.destroyForcibly();
            }
        }
    }

    private void keepNothing() throws IOException {
        Path config = Files.createDirectories(folder.resolve("home/config"));
        Files.writeString(config.resolve("cockpit.properties"), "keep-runs=no\n");
    }

    private Path heard() {
        return folder.resolve("heard");
    }

    private Path script() throws IOException {
        Path script = folder.resolve("worker.sh");
        Files.writeString(
                script,
                "#!/bin/sh\ntrap 'echo SIGTERM >%s; exit 0' TERM\n: >%s\nwhile :; do sleep 0.1; done\n"
                        .formatted(heard(), heard()));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }

    private Process open(XDisplay display, Path script) throws IOException {
        var builder =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-Dprism.order=sw",
                                "-cp",
                                System.getProperty("java.class.path"),
                                CockpitMain.class.getName(),
                                "open",
                                "--no-python",
                                script.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("report").toFile());
        builder.environment().put("DISPLAY", display.name());
        builder.environment().put("MUSTER_HOME", folder.resolve("home").toString());
        return builder.start();
    }
}
