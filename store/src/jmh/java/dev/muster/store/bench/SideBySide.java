package dev.muster.store.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Our store and PyTorch's on the same machine in the same run: pairs of runs that alternate, the
 * load on one core and the server on the other. Prints a table and keeps it in BENCHMARKS.md.
 */
public final class SideBySide {
    private static final int PAIRS = Integer.getInteger("pairs", 10);
    private static final Duration RUN = Duration.ofMillis(Integer.getInteger("millis", 400));
    private static final Path FOLDER = Path.of("target", "side-by-side");

    private final PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
    private final Table table = new Table();
    private final Server ours;
    private final Server torch;
    private final Optional<Server> c;

    private SideBySide(Server ours, Server torch, Optional<Server> c) {
        this.ours = ours;
        this.torch = torch;
        this.c = c;
    }

    /** One run of one server. */
    private interface Run<T> {
        T of(Server server, int number) throws IOException;
    }

    /** What came of the runs of one row, in the order of the pairs. */
    private record Row<T>(List<T> ours, List<T> torch, List<T> c) {}

    static void main() throws IOException, InterruptedException {
        stayOnFirstCore();
        Files.createDirectories(FOLDER);
        var source = Path.of("src", "jmh", "c", "parse-nothing.c");
        try (var ours = Rivals.ours();
                var torch = Rivals.torch(FOLDER)) {
            var c = Rivals.parsingNothing(FOLDER, source);
            var run = new SideBySide(ours, torch, c);
            run.all();
            c.ifPresent(Server::close);
            run.table.keep(Path.of("BENCHMARKS.md"));
        }
    }

    private static void stayOnFirstCore() throws IOException, InterruptedException {
        String self = Long.toString(ProcessHandle.current().pid());
        int failed = new ProcessBuilder("taskset", "-acp", "0", self).start().waitFor();
        if (failed != 0) throw new IOException("taskset cannot keep the load on the first core");
    }

    private void all() throws IOException {
        warmUp();
        for (int connections : List.of(1, 16, 256)) {
            for (var workload :
                    List.of(
                            Workload.get(16),
                            Workload.set(16),
                            Workload.add(),
                            Workload.check(16))) {
                rate(workload, connections);
            }
        }
        large();
        joining();
        release();
        manyKeys();
        idle();
    }

    private void warmUp() throws IOException {
        for (var workload : List.of(Workload.get(16), Workload.set(16), Workload.add())) {
            Measure.rate(ours, workload, 64, Duration.ofSeconds(2));
        }
        Measure.rate(ours, Workload.check(16), 64, Duration.ofSeconds(2));
        for (int i = 0; i < 30; i++) {
            Measure.joining(ours);
            Measure.release(ours, "/warm-up/" + i);
        }
    }

    private void rate(Workload workload, int connections) throws IOException {
        var row = runs((server, _) -> Measure.rate(server, workload, connections, RUN), true);
        String name = "%s, %d connections".formatted(workload.name(), connections);
        double least = connections == 1 ? 0.95 : 1.05;
        add(name, "/s", row, Measure.Rate::perSecond, Target.atLeast(least));
        var cpuTarget = connections == 256 ? Target.atMost(0.9) : Target.NONE;
        add(name + ": CPU each", "µs", row, Measure.Rate::cpuMicros, cpuTarget);
    }

    private void large() throws IOException {
        var workload = Workload.getLarge();
        var row = runs((server, _) -> Measure.rate(server, workload, 16, RUN), true);
        String name = "GET of 64 KiB, 16 connections";
        add(name, "/s", row, Measure.Rate::perSecond, Target.atLeast(1.2));
        add(name + ": CPU each", "µs", row, Measure.Rate::cpuMicros, Target.NONE);
    }

    private void joining() throws IOException {
        var row = runs((server, _) -> Measure.joining(server), true);
        add("new clients", "/s", row, rate -> rate, Target.atLeast(1.5));
    }

    private void release() throws IOException {
        var row = runs((server, n) -> Measure.release(server, "/waited/" + n), true);
        add("release of 999 waiters", "ms", row, millis -> millis, Target.atMost(0.7));
    }

    private void manyKeys() throws IOException {
        var mine = new ArrayList<Measure.Stall>();
        for (int i = 0; i < PAIRS; i++) mine.add(Measure.manyKeys(ours));
        var theirs = List.of(Measure.manyKeys(torch)); // one takes it a dozen seconds
        var row = new Row<>(mine, theirs, List.of());
        add("MULTI_SET of 131,072 keys", "ms", row, Measure.Stall::millis, Target.ourMost(400));
        add(
                "longest PING of another meanwhile",
                "ms",
                row,
                Measure.Stall::worstPingMillis,
                Target.ourMost(30));
    }

    private void idle() throws IOException {
        try (var fresh = Rivals.ours();
                var theirs = Rivals.torch(FOLDER)) {
            var row =
                    new Row<>(
                            List.of(Measure.idle(fresh)), List.of(Measure.idle(theirs)), List.of());
            add("growth with 10,000 idle clients", "MB", row, mb -> mb, Target.ourMost(60));
        }
    }

    private <T> Row<T> runs(Run<T> run, boolean withC) throws IOException {
        var row = new Row<T>(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < PAIRS; i++) {
            row.torch().add(run.of(torch, i));
            row.ours().add(run.of(ours, i));
            if (withC && c.isPresent()) row.c().add(run.of(c.get(), i));
        }
        return row;
    }

    private <T> void add(
            String name, String unit, Row<T> row, ToDoubleFunction<T> figure, Target target) {
        var line =
                table.add(
                        name,
                        unit,
                        figures(row.ours(), figure),
                        figures(row.torch(), figure),
                        figures(row.c(), figure),
                        target);
        out.println(line);
    }

    private static <T> double[] figures(List<T> runs, ToDoubleFunction<T> figure) {
        return runs.stream().mapToDouble(figure).toArray();
    }

    static String text(double figure) {
        return String.format(Locale.ROOT, figure >= 1_000 ? "%,.0f" : "%.2f", figure);
    }
}
