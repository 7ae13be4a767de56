package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Eight workers that print 10,000 lines of 100 bytes a second each, for {@code muster.load.seconds}
 * (60): nothing may be lost, in the files or on the console, whatever it costs; what it costs is
 * printed, and torchrun's cost for the same beside it.
 */
@Tag("proof")
class OutputLoadTest {
    private static final int WORKERS = 8;
    private static final int RATE = 10_000;
    private static final int SECONDS = Integer.getInteger("muster.load.seconds", 60);

    /** Clock ticks of {@code /proc}, everywhere on Linux. */
    private static final double TICKS = 100;

    /** In MiB; what a run without output takes is most of it. */
    private static final long MOST_MEMORY = 150;

    @TempDir private Path folder;

    /** What the launcher itself used, without its workers. */
    private record Cost(double cpuSeconds, double wallSeconds, long peakMib) {}

    @BeforeEach
    void theScript() throws IOException {
        try (var source = OutputLoadTest.class.getResourceAsStream("print_lines.py")) {
            Files.copy(Objects.requireNonNull(source), folder.resolve("print_lines.py"));
        }
    }

    @Test
    @Needs(TestGroup.PYTHON)
    @DisplayName("row 15: of 80,000 lines a second none is lost, shown as they are")
    void nothing_is_lost_as_it_is() throws IOException, InterruptedException {
        Cost cost = run("muster, plain", muster());

        assertThat(lines(folder.resolve("out"), "")).isEqualTo((long) WORKERS * RATE * SECONDS);
        assertThat(cost.peakMib()).isLessThan(MOST_MEMORY);
    }

    @Test
    @Needs(TestGroup.PYTHON)
    @DisplayName("row 15: of 80,000 lines a second none is lost, each behind its prefix")
    void nothing_is_lost_teed() throws IOException, InterruptedException {
        Cost cost = run("muster, --tee 3", muster("--tee", "3", "--log-dir", "logs"));

        assertThat(lines(folder.resolve("out"), "[default"))
                .isEqualTo((long) WORKERS * RATE * SECONDS);
        assertThat(cost.peakMib()).isLessThan(MOST_MEMORY);
        for (int rank = 0; rank < WORKERS; rank++) {
            assertThat(lines(log(rank), ""))
                    .as("lines in the file of rank " + rank)
                    .isEqualTo((long) RATE * SECONDS);
        }
    }

    @Test
    @Needs(TestGroup.TORCH)
    void torchrun_tears_lines_and_costs_this() throws IOException, InterruptedException {
        Cost cost =
                run(
                        "torchrun, --tee 3",
                        List.of(
                                TestPython.path().toString(),
                                "-m",
                                "torch.distributed.run",
                                "--tee",
                                "3",
                                "--log-dir",
                                "logs"));

        assertThat(cost.cpuSeconds()).isPositive();
        reportTorn();
    }

    private static List<String> muster(String... flags) {
        String[] words =
                Stream.concat(
                                Stream.of("run", "--python", TestPython.path().toString()),
                                Stream.of(flags))
                        .toArray(String[]::new);
        return MusterProcess.command(words);
    }

    private Cost run(String name, List<String> launcher) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        var words = new ArrayList<>(launcher);
        words.addAll(List.of("--nproc-per-node", "" + WORKERS, "print_lines.py"));
        words.addAll(List.of("" + RATE, "" + SECONDS));
        var builder =
                new ProcessBuilder(words)
                        .directory(folder.toFile())
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(folder.resolve("err").toFile());
        MusterProcess.clean(builder.environment());
        builder.environment().put("MUSTER_HOME", MusterProcess.home(folder).toString());
        Cost cost = follow(builder.start());
        assertThat(Files.readString(folder.resolve("err"), ISO_8859_1)).doesNotContain("no longer");
        report(name, cost);
        return cost;
    }

    private static Cost follow(Process process) throws IOException, InterruptedException {
        long start = System.nanoTime();
        double cpu = 0;
        long peak = 0;
        do {
            var now = Files.exists(Path.of("/proc/" + process.pid() + "/stat")) ? process.pid() : 0;
            if (now == 0) break;
            try {
                cpu = cpuSeconds(now);
                peak = Math.max(peak, peakKib(now) / 1024);
            } catch (IOException _) {
                break; // it has just ended
            }
        } while (!process.waitFor(50, TimeUnit.MILLISECONDS));
        assertThat(process.waitFor()).isZero();
        return new Cost(cpu, (System.nanoTime() - start) / 1e9, peak);
    }

    private static double cpuSeconds(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/%d/stat".formatted(pid)));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS;
    }

    private static long peakKib(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/%d/status".formatted(pid))).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }

    /** How many there are; each rank's in order, none torn. */
    private static long lines(Path file, String prefix) throws IOException {
        long[] next = new long[WORKERS];
        long lines = 0;
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                int from = line.indexOf("rank ");
                int rank = line.charAt(from + 5) - '0';
                boolean whole = line.length() - from == 99 && line.startsWith(prefix);
                long number = Long.parseLong(line, from + 12, from + 21, 10);
                assertThat(whole && number == next[rank]++).as(line).isTrue();
                lines++;
            }
        }
        return lines;
    }

    private Path log(int rank) throws IOException {
        try (Stream<Path> runs = Files.list(folder.resolve("logs"))) {
            return runs.findFirst()
                    .orElseThrow()
                    .resolve("attempt_0/%d/stdout.log".formatted(rank));
        }
    }

    /** Lines on the console with a second prefix inside. */
    @SuppressWarnings("SystemOut") // figures for whoever runs the benchmark
    private void reportTorn() throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve("out"))) {
            System.out.printf(
                    "torchrun, --tee 3: %d lines with a prefix inside%n",
                    lines.filter(line -> line.lastIndexOf('[') > 0).count());
        }
    }

    @SuppressWarnings("SystemOut") // figures for whoever runs the benchmark
    private static void report(String name, Cost cost) {
        System.out.printf(
                "%s: %d workers x %d lines/s x 100 bytes x %d s: %.1f s of CPU, %d MiB at most,"
                        + " over after %.1f s%n",
                name,
                WORKERS,
                RATE,
                SECONDS,
                cost.cpuSeconds(),
                cost.peakMib(),
                cost.wallSeconds());
    }
}
