package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The same failure under torchrun and under us: one report, and one error handed on. */
@BesideOthers
@Needs(TestGroup.TORCH)
@Timeout(240)
class ReportBesideTorchrunTest {
    /** What differs from run to run. */
    private static final List<Map.Entry<String, String>> ACCIDENTAL =
            List.of(
                    Map.entry("time      : .*", "time"),
                    Map.entry("pid: [0-9]+", "pid"),
                    Map.entry("PID [0-9]+", "PID"),
                    Map.entry("error_file: /.*/attempt_0/", "error_file: "),
                    Map.entry("\"timestamp\": ?\"[0-9]+\"", "timestamp"),
                    Map.entry("([:,]) ", "$1"));

    private static final String HOST_LINE = "host      : .*";

    @TempDir private Path folder;

    @Test
    void the_report_and_the_error_handed_on_are_torchruns()
            throws IOException, InterruptedException {
        compare("raise");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit", "segv"})
    @Tag("proof")
    void the_report_is_torchruns_without_an_error_too(String way)
            throws IOException, InterruptedException {
        compare(way);
    }

    private void compare(String way) throws IOException, InterruptedException {
        Path script = folder.resolve("fail_recorded.py");
        try (var source =
                Objects.requireNonNull(getClass().getResourceAsStream("fail_recorded.py"))) {
            Files.copy(source, script);
        }
        List<String> job = List.of("--nproc-per-node=2", "fail_recorded.py", way);

        Told theirs =
                told(
                        "torchrun",
                        Stream.concat(
                                        Stream.of(
                                                TestPython.path().toString(),
                                                "-m",
                                                "torch.distributed.run"),
                                        job.stream())
                                .toList());
        Told ours =
                told(
                        "muster",
                        MusterProcess.command(
                                Stream.concat(
                                                Stream.of(
                                                        "run",
                                                        "--log-dir=" + folder.resolve("logs")),
                                                job.stream())
                                        .toArray(String[]::new)));

        // where the machine's table of hosts does not know its name, torchrun asks a name service
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        boolean known = !HostsFile.read().fullNameOf(host).equals(host);
        assertThat(known ? ours.report() : ours.report().replaceAll(HOST_LINE, "host"))
                .isEqualTo(known ? theirs.report() : theirs.report().replaceAll(HOST_LINE, "host"))
                .contains("FAILED");
        assertThat(ours.error()).isEqualTo(theirs.error());
    }

    private record Told(String report, String error) {}

    private Told told(String who, List<String> command) throws IOException, InterruptedException {
        Path error = folder.resolve(who + ".json");
        var variables =
                Map.of(
                        "TORCHELASTIC_ERROR_FILE",
                        error.toString(),
                        "PATH",
                        TestPython.path().getParent() + ":/usr/bin:/bin");
        try (var process = MusterProcess.start(folder, variables, command)) {
            String said = process.awaitEnd().err();
            List<String> report =
                    said.lines()
                            .dropWhile(line -> !line.contains("ChildFailedError: "))
                            .takeWhile(line -> !line.startsWith("muster: failed"))
                            .toList();
            return new Told(
                    normal(String.join("\n", report)),
                    Files.exists(error) ? normal(Files.readString(error)) : "");
        }
    }

    private static String normal(String text) {
        String normal = text;
        for (var accident : ACCIDENTAL) {
            normal = normal.replaceAll(accident.getKey(), accident.getValue());
        }
        return normal;
    }
}
