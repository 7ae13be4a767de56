package dev.muster.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.XDisplay;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the archive takes: written to {@code target/dist/figures.md}, from which {@code
 * BENCHMARKS.md} has its table. It judges nothing, because other programs may be busy meanwhile.
 */
@Tag("dist")
class InstalledFiguresTest {
    private static final int TIMES = 9;
    private static final int WINDOWS = 5;
    private static final double KIB_PER_MB = 1_000_000.0 / 1024;
    private static final List<String> ROWS = new ArrayList<>();

    @TempDir static Path scratch;
    private static Installation archive;

    @BeforeAll
    static void unpack() throws IOException, InterruptedException {
        archive = Installation.unpacked("muster-0", scratch);
        Installation.unpacked("muster-headless", Files.createDirectory(scratch.resolve("servers")));
        ROWS.add("| what | median | least | most |");
        ROWS.add("| --- | --- | --- | --- |");
    }

    @AfterAll
    static void write() throws IOException {
        Files.write(Path.of("target", "dist", "figures.md"), ROWS);
    }

    @Test
    void how_long_the_terminals_calls_take() throws IOException, InterruptedException {
        seconds("`muster --version`", "--version");
        seconds("`muster ps`", "ps");
        seconds("`muster run --no-python true`, from call to end", "run", "--no-python", "true");

        assertThat(ROWS).hasSizeGreaterThan(2);
    }

    @Test
    void how_long_workers_wait_for_the_launcher_and_the_launcher_for_them()
            throws IOException, InterruptedException {
        var before = new double[TIMES];
        var after = new double[TIMES];
        for (int i = 0; i < TIMES; i++) {
            double start = now();
            var ended =
                    archive.launch()
                            .call("run", "--nproc-per-node=4", "--no-python", "date", "+%s.%N");
            double end = now();
            double[] workers =
                    ended.out().lines().mapToDouble(Double::parseDouble).sorted().toArray();
            before[i] = workers[workers.length - 1] - start;
            after[i] = end - workers[workers.length - 1];
        }
        row("call → first line of the last of 4 workers", "s", before);
        row("last worker's line → `muster run` gone", "s", after);

        assertThat(before).doesNotContain(0);
    }

    @Test
    void how_much_memory_a_launcher_keeps() throws IOException, InterruptedException {
        var peak = new double[TIMES];
        for (int i = 0; i < TIMES; i++) {
            var running =
                    archive.launch().start("run", "--no-python", "sh", "-c", "echo up; sleep 3");
            running.awaitOnStdout("up");
            await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
            peak[i] = memory(running.process(), "VmHWM");
            running.await();
        }
        row("`muster run`, memory at its peak", "MB", peak);

        assertThat(peak).doesNotContain(0);
    }

    @Test
    @Needs(TestGroup.WINDOWS)
    void how_soon_the_window_is_there_and_what_it_keeps() throws IOException, InterruptedException {
        for (var call : List.of(List.<String>of(), List.of("demo"))) {
            var seconds = new double[WINDOWS];
            var memory = new double[WINDOWS];
            for (int i = 0; i < WINDOWS; i++) open(call, i, seconds, memory);
            String name =
                    "`"
                            + String.join(
                                    " ", Stream.concat(Stream.of("muster"), call.stream()).toList())
                            + "`";
            row(name + ", call → window on the screen", "s", seconds);
            row(name + ", memory 5 s later", "MB", memory);
        }

        assertThat(ROWS).hasSizeGreaterThan(2);
    }

    @Test
    void how_large_the_packages_are() throws IOException {
        for (String name : List.of("muster-0", "muster-headless", "muster_")) {
            try (Stream<Path> files = Files.list(Path.of("target", "dist"))) {
                Path made =
                        files.filter(Files::isRegularFile)
                                .filter(file -> file.getFileName().toString().startsWith(name))
                                .filter(file -> !file.toString().endsWith(".log"))
                                .findAny()
                                .orElseThrow();
                row(made.getFileName().toString(), "MB", Files.size(made) / 1e6);
            }
        }
        row("unpacked", "MB", size(archive.root()));
        row("unpacked, headless", "MB", size(scratch.resolve("servers/root")));

        assertThat(ROWS).hasSizeGreaterThan(2);
    }

    private static void open(List<String> call, int i, double[] seconds, double[] memory)
            throws IOException, InterruptedException {
        try (var display = XDisplay.start("1280x800")) {
            double start = now();
            var window =
                    archive.launch()
                            .with("DISPLAY", display.name())
                            .start(call.toArray(String[]::new));
            await().atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> InstalledTest.windows(display).contains("\"Muster"));
            seconds[i] = now() - start;
            await().pollDelay(Duration.ofSeconds(5)).until(() -> true);
            memory[i] = memory(window.process(), "VmRSS");
            window.process().destroy();
            window.await();
        }
    }

    private static void seconds(String name, String... words)
            throws IOException, InterruptedException {
        var seconds = new double[TIMES];
        for (int i = 0; i < TIMES; i++) {
            double start = now();
            archive.launch().call(words);
            seconds[i] = now() - start;
        }
        row(name, "s", seconds);
    }

    /** As the kernel counts it, in MB. */
    private static double memory(Process process, String what) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                .filter(line -> line.startsWith(what + ":"))
                .mapToDouble(line -> Double.parseDouble(line.split("\\s+")[1]) / KIB_PER_MB)
                .findFirst()
                .orElse(0);
    }

    private static double size(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                            .mapToLong(file -> file.toFile().length())
                            .sum()
                    / 1e6;
        }
    }

    /** By the clock that {@code date} shows, too. */
    private static double now() {
        var now = Instant.now();
        return now.getEpochSecond() + now.getNano() / 1e9;
    }

    private static void row(String what, String unit, double... values) {
        double[] sorted = Arrays.stream(values).sorted().toArray();
        String form = unit.equals("s") ? "%.3f s" : "%.0f MB";
        ROWS.add(
                "| %s | %s | %s | %s |"
                        .formatted(
                                what,
                                form.formatted(sorted[sorted.length / 2]),
                                form.formatted(sorted[0]),
                                form.formatted(sorted[sorted.length - 1])));
    }
}
