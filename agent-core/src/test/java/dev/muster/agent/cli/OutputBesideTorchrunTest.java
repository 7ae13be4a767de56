package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The same flags and the same script, run by a real torchrun and by ours: log tree, every file in
 * it, and what the console shows of the workers. What both agents say themselves is left out. The
 * script prints whole lines only; of half ones, ours makes something better on purpose.
 */
@BesideOthers
@Needs(TestGroup.TORCH)
@Timeout(240)
class OutputBesideTorchrunTest {
    private static final String SCRIPT =
            """
            import os, sys
            rank, count = os.environ["LOCAL_RANK"], os.environ["TORCHELASTIC_RESTART_COUNT"]
            for step in range(3):
                print(f"w{rank}.{count} step {step}")
                print(f"w{rank}.{count} loss, {step}")
            print(f"w{rank}.{count} warning", file=sys.stderr)
            print(f"w{rank}.{count} \\u00fcber", file=sys.stderr)
            """;

    private static final Pattern OF_A_WORKER = Pattern.compile("w[01]\\.0 ");

    @TempDir private Path folder;

    private record Outcome(List<String> out, List<String> err, Map<String, List<String>> tree) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-r 0:3,1:1 -t 1:2 --local_ranks_filter=1,7",
                "-t 3 --role trainer --duplicate-stdout-filters loss,,,nothing"
                        + " --duplicate-stderr-filters warn",
                "-t 1 PREFIX=[$role_name/${rank}/$local_rank/${other}] ",
            })
    void log_tree_and_console_are_those_of_torchrun(String flags)
            throws IOException, InterruptedException {
        compare(flags);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-t 3",
                "-r 3",
                "-r 1 -t 2",
                "-r 0:3,1:1 -t 1:2",
                "--tee 9:1 --redirects 0:1",
                "-t 3 --local-ranks-filter 1",
                "--local_ranks_filter=0,7",
                "-t 0:3 --duplicate-stdout-filters=step --local-ranks-filter=0",
            })
    @Tag("proof")
    void log_tree_and_console_are_those_of_torchrun_whatever_the_flags(String flags)
            throws IOException, InterruptedException {
        compare(flags);
    }

    private void compare(String flags) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("script.py"), SCRIPT);

        Outcome theirs = run("theirs", torchrun(), flags);
        Outcome ours = run("ours", muster(), flags);

        assertThat(ours.tree()).isEqualTo(theirs.tree());
        assertThat(ours.out()).isEqualTo(theirs.out());
        assertThat(ours.err()).isEqualTo(theirs.err());
    }

    private static List<String> torchrun() {
        return List.of(TestPython.path().toString(), "-m", "torch.distributed.run");
    }

    private static List<String> muster() {
        var words = new ArrayList<>(MusterProcess.command("run", "--python"));
        words.add(TestPython.path().toString());
        return words;
    }

    private Outcome run(String name, List<String> launcher, String flags)
            throws IOException, InterruptedException {
        Path own = Files.createDirectory(folder.resolve(name));
        var words = new ArrayList<>(launcher);
        words.addAll(List.of("--nproc-per-node", "2", "--log-dir", "logs"));
        String template = "";
        for (String flag : flags.split(" ", -1)) {
            if (flag.startsWith("PREFIX=")) template = flag.substring("PREFIX=".length());
            else if (!flag.isEmpty()) words.add(flag);
        }
        words.add("../script.py");
        var builder =
                new ProcessBuilder(words)
                        .directory(own.toFile())
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(own.resolve("out").toFile())
                        .redirectError(own.resolve("err").toFile());
        MusterProcess.clean(builder.environment());
        builder.environment().put("MUSTER_HOME", own.resolve("home").toString());
        if (!template.isEmpty()) {
            builder.environment().put("TORCHELASTIC_LOG_LINE_PREFIX_TEMPLATE", template);
        }
        Process process = builder.start();
        assertThat(process.waitFor()).as(Files.readString(own.resolve("err"), ISO_8859_1)).isZero();
        return new Outcome(ofWorkers(own.resolve("out")), ofWorkers(own.resolve("err")), tree(own));
    }

    private static List<String> ofWorkers(Path console) throws IOException {
        return workerByWorker(
                Files.readAllLines(console).stream()
                        .filter(line -> OF_A_WORKER.matcher(line).find())
                        .toList());
    }

    /** Workers' lines come as they come among each other, and those of each in its own order. */
    private static List<String> workerByWorker(List<String> lines) {
        return lines.stream()
                .sorted(Comparator.comparing(OutputBesideTorchrunTest::workerOf))
                .toList();
    }

    private static String workerOf(String line) {
        var found = OF_A_WORKER.matcher(line);
        return found.find() ? found.group() : "";
    }

    private static Map<String, List<String>> tree(Path own) throws IOException {
        Path logs = own.resolve("logs");
        var files = new TreeMap<String, List<String>>();
        try (Stream<Path> paths = Files.walk(logs)) {
            for (Path path : paths.toList()) {
                String name = logs.relativize(path).toString().replaceFirst("^[^/]+", "RUN");
                files.put(name, Files.isDirectory(path) ? List.of() : content(path));
            }
        }
        return files;
    }

    private static List<String> content(Path file) throws IOException {
        var lines = Files.readAllLines(file);
        boolean ofSeveral = file.getFileName().toString().startsWith("filtered");
        return ofSeveral ? workerByWorker(lines) : lines;
    }
}
