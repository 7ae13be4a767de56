package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What {@code muster run} costs beside torchrun, with four workers that do nothing: runs of both in
 * turn, and of each figure the median. The program is the packaged one, since much of a start is
 * how Java is started; it is built first where it is missing or stale. Prints the table of
 * BENCHMARKS.md.
 */
@Tag("proof")
@Needs(TestGroup.TORCH)
class CostBesideTorchrunTest {
    private static final int PAIRS = 7;
    private static final Path MUSTER = Path.of("../packaging/muster");
    private static final Pattern TOLD =
            Pattern.compile("(began|failed|ended) (\\d) (\\d) (\\d+)", Pattern.MULTILINE);

    @TempDir private Path folder;

    /**
     * Of one run, in seconds; memory in MB.
     *
     * @param start from starting the launcher to the last worker's first line
     * @param gap from the end of a worker to the first line of its replacement
     * @param end from the end of the last worker to the end of the launcher
     */
    private record Cost(double start, double gap, double end, double memory) {}

    @Test
    void it_starts_restarts_and_ends_sooner_and_needs_less_memory()
            throws IOException, InterruptedException, URISyntaxException {
        List<String> muster = List.of(MUSTER.toRealPath().toString(), "run");
        List<String> torchrun =
                List.of(TestPython.path().toString(), "-m", "torch.distributed.run");
        measure(muster); // builds what is stale, and fills the caches of files
        measure(torchrun);
        var ours = new ArrayList<Cost>();
        var torchruns = new ArrayList<Cost>();

        for (int pair = 0; pair < PAIRS; pair++) {
            torchruns.add(measure(torchrun));
            ours.add(measure(muster));
        }

        print("start to the first line of all four", "s", torchruns, ours, Cost::start);
        print("failure to its replacement's first line", "s", torchruns, ours, Cost::gap);
        print("end of the last worker to end of the launcher", "s", torchruns, ours, Cost::end);
        print("memory of the launcher", "MB", torchruns, ours, Cost::memory);
        assertThat(median(ours, Cost::start) / median(torchruns, Cost::start))
                .isLessThanOrEqualTo(0.4);
        assertThat(median(ours, Cost::end)).isLessThanOrEqualTo(0.1);
        assertThat(median(ours, Cost::memory)).isLessThanOrEqualTo(100);
    }

    private Cost measure(List<String> launcher)
            throws IOException, InterruptedException, URISyntaxException {
        Path out = folder.resolve("out");
        var script = Objects.requireNonNull(getClass().getResource("times.py"));
        var words = new ArrayList<>(launcher);
        words.addAll(List.of("--nproc-per-node", "4", "--max-restarts", "1"));
        words.addAll(List.of(Path.of(script.toURI()).toString(), "0.5", "0"));
        var builder =
                new ProcessBuilder(words)
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(folder.resolve("err").toFile());
        MusterProcess.clean(builder.environment());
        builder.environment().put("MUSTER_HOME", folder.resolve("home").toString());
        builder.environment().put("PYTHON_EXEC", TestPython.path().toString());
        builder.environment().put("OMP_NUM_THREADS", "1");

        Instant began = Instant.now();
        Process process = builder.start();
        double memory = mostMemoryUntilItEnds(process);
        Instant gone = Instant.now();

        assertThat(process.exitValue()).as(Files.readString(folder.resolve("err"))).isZero();
        String told = Files.readString(out);
        return new Cost(
                seconds(began, last(told, "began 0 .")),
                seconds(last(told, "failed 0 0"), last(told, "began 1 0")),
                seconds(last(told, "ended 1 ."), gone),
                memory);
    }

    /** In MB, of the resident set of the process itself. */
    private static double mostMemoryUntilItEnds(Process process)
            throws IOException, InterruptedException {
        double most = 0;
        Path status = Path.of("/proc/%d/status".formatted(process.pid()));
        while (!process.waitFor(Duration.ofMillis(20))) {
            try (Stream<String> lines = Files.lines(status)) {
                String resident =
                        lines.filter(line -> line.startsWith("VmHWM:")).findFirst().orElse("0 kB");
                most = Math.max(most, Double.parseDouble(resident.replaceAll("\\D", "")) / 1000);
            } catch (java.nio.file.NoSuchFileException _) {
                break; // it has just ended
            }
        }
        process.waitFor();
        return most;
    }

    /** The latest time told with words like these. */
    private static Instant last(String told, String words) {
        long latest =
                TOLD.matcher(told)
                        .results()
                        .filter(line -> line.group().matches(words + " .*"))
                        .mapToLong(line -> Long.parseLong(line.group(4)))
                        .max()
                        .orElseThrow();
        return Instant.ofEpochSecond(0, latest);
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e9;
    }

    private static double median(List<Cost> costs, ToDoubleFunction<Cost> figure) {
        return costs.stream()
                .mapToDouble(figure)
                .sorted()
                .skip(PAIRS / 2)
                .findFirst()
                .orElseThrow();
    }

    @SuppressWarnings("SystemOut") // what the benchmark is run for
    private static void print(
            String what,
            String unit,
            List<Cost> torchruns,
            List<Cost> ours,
            ToDoubleFunction<Cost> figure) {
        double theirs = median(torchruns, figure);
        double own = median(ours, figure);
        System.out.printf(
                Locale.ROOT,
                "| %s | %.3f %s | %.3f %s | %.2f |%n",
                what,
                theirs,
                unit,
                own,
                unit,
                own / theirs);
    }
}
