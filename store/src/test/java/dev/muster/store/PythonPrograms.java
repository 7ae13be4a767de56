package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.TestPython;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Scripts of the test resources, run by the test Python for as long as this is open. */
final class PythonPrograms implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofSeconds(100);

    private final List<Process> started = new ArrayList<>();

    /** Runs {@code script}; what it prints, errors included, goes to {@code output}. */
    Process start(
            String script, List<String> arguments, Map<String, String> environment, Path output)
            throws IOException {
        var command = new ArrayList<>(List.of(TestPython.path().toString(), "-u"));
        command.add(path(script).toString());
        command.addAll(arguments);
        return start(command, environment, output);
    }

    /** Where {@code script} is. */
    static Path path(String script) {
        URL file = Objects.requireNonNull(PythonPrograms.class.getResource("/scripts/" + script));
        return Path.of(URI.create(file.toString()));
    }

    /** Runs {@code command}; what it prints, errors included, goes to {@code output}. */
    Process start(List<String> command, Map<String, String> environment, Path output)
            throws IOException {
        var builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true).redirectOutput(output.toFile());
        var process = builder.start();
        started.add(process);
        return process;
    }

    static void assertEndsWell(Process process, Path output) throws IOException {
        assertThat(process.onExit()).succeedsWithin(LONGEST);
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    }

    @Override
    public void close() {
        started.forEach(Process::destroyForcibly);
    }
}
