package dev.muster.gui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.gui.testing.TestsOfItsOwn;
import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;
import dev.muster.testing.XDisplay;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The main job in a real window on a real X display: {@link RealRunInWindow} is run by a JVM that
 * has one.
 */
@BesideOthers
@Needs(TestGroup.DISPLAY)
class RealRunTest {
    @TempDir Path folder;

    @Test
    @Needs(TestGroup.PYTHON)
    @Timeout(400)
    void a_person_starts_sees_restart_and_stops_four_real_workers()
            throws IOException, InterruptedException {
        Path script = folder.resolve("four_workers.py");
        try (var source = getClass().getResourceAsStream("four_workers.py")) {
            Files.copy(source, script);
        }

        int exitCode = inWindow(script);

        assertThat(exitCode).as(Files.readString(folder.resolve("report"))).isZero();
        assertThat(ProcessHandle.allProcesses().filter(process -> runs(process, script))).isEmpty();
    }

    private int inWindow(Path script) throws IOException, InterruptedException {
        try (var display = XDisplay.start("1280x800")) {
            var builder =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "--enable-native-access=ALL-UNNAMED",
                                    "-Dprism.order=sw",
                                    "-Dmuster.test.script=" + script,
                                    "-Dmuster.test.python=" + TestPython.path(),
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    TestsOfItsOwn.class.getName(),
                                    RealRunInWindow.class.getName())
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("report").toFile());
            builder.environment().put("DISPLAY", display.name());
            builder.environment().put("MUSTER_HOME", folder.resolve("home").toString());
            Process window = builder.start();
            try {
                return window.waitFor(360, TimeUnit.SECONDS) ? window.exitValue() : -1;
            } finally {
                window.destroyForcibly();
            }
        }
    }

    private static boolean runs(ProcessHandle process, Path script) {
        return process.info()
                .commandLine()
                .filter(line -> line.contains(script.toString()))
                .isPresent();
    }
}
