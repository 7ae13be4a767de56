package dev.muster.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.gui.Cockpit;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;
import dev.muster.testing.XDisplay;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Each package does what a checkout does. */
@Tag("dist")
@Needs(TestGroup.PYTHON)
class InstalledTest {
    @TempDir Path scratch;

    @Test
    @Needs(TestGroup.WINDOWS)
    void the_archive_runs_a_job_and_opens_the_cockpit_wherever_it_is_unpacked()
            throws IOException, InterruptedException {
        var archive = Installation.unpacked("muster-0", scratch);

        runsAJob(archive);
        opensTheCockpit(archive);
    }

    @Test
    void the_archive_without_a_window_has_nothing_of_it_and_runs_in_the_terminal_instead()
            throws IOException, InterruptedException {
        var archive = Installation.unpacked("muster-headless", scratch);

        runsAJob(archive);
        var open =
                archive.launch()
                        .with("PYTHON_EXEC", TestPython.path())
                        .with("DISPLAY", "elsewhere:0")
                        .call("open", RealLauncher.example("plain.py"), "--", "1");
        var cockpit = archive.launch().with("DISPLAY", "elsewhere:0").call();

        assertThat(open.exitCode()).as(open.err()).isZero();
        assertThat(open.err()).contains("made without a window; running in this terminal instead");
        assertThat(cockpit.exitCode()).isEqualTo(69);
        try (var files = Files.walk(archive.root())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.contains("javafx") || name.equals("libawt_xawt.so"));
        }
    }

    @Test
    @Needs(TestGroup.WINDOWS)
    void the_debian_package_runs_a_job_and_the_cockpit_and_leaves_only_the_users_runs()
            throws IOException, InterruptedException {
        var system = Installation.installed(scratch);

        runsAJob(system);
        opensTheCockpit(system);
        system.purge();

        assertThat(system.installedFiles()).isEmpty();
        assertThat(scratch.resolve("home/muster/state/runs")).isNotEmptyDirectory();
    }

    private static void runsAJob(Installation installation)
            throws IOException, InterruptedException {
        var ended =
                installation
                        .launch()
                        .with("PYTHON_EXEC", TestPython.path())
                        .call("run", "--nproc-per-node=2", RealLauncher.example("plain.py"), "1");

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.err()).contains("all 2 workers are done");
        assertThat(installation.launch().call("--version").out()).startsWith("muster 0.");
    }

    /** And it leaves nothing in the user's home besides. */
    private void opensTheCockpit(Installation installation)
            throws IOException, InterruptedException {
        try (var display = XDisplay.start("1280x800")) {
            var window = installation.launch().with("DISPLAY", display.name()).start("demo");

            await().atMost(Duration.ofMinutes(2)).until(() -> windows(display).contains("Muster"));
            assertThat(windows(display)).contains('"' + Cockpit.class.getName() + '"');

            window.process().destroy();
            assertThat(window.await().out()).isEmpty();
        }
        assertThat(scratch.resolve("home/.openjfx")).doesNotExist();
    }

    static String windows(XDisplay display) throws IOException, InterruptedException {
        return Installation.succeed("xwininfo", "-root", "-tree", "-display", display.name());
    }
}
