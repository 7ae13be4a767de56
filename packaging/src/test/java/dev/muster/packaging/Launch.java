package dev.muster.packaging;

import org.awaitility.Awaitility;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A call of the launcher: which script, with which environment, in which folder. */
record Launch(Path script, Map<String, String> environment, Path scratch) {
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** What a finished call left behind. */
    record Ended(int exitCode, String out, String err) {}

    /** A call under way; its output goes to files. */
    record Running(Process process, Path out, Path err) {
        void awaitOnStdout(String text) {
            Awaitility.await().atMost(PATIENCE).until(() -> Files.readString(out).contains(text));
        }

        Ended await() throws IOException, InterruptedException {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("still running; stderr: " + Files.readString(err));
            }
            return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
        }
    }

    Launch with(String variable, String value) {
        var changed = new HashMap<>(environment);
        changed.put(variable, value);
        return new Launch(script, Map.copyOf(changed), scratch);
    }

    Launch with(String variable, Path value) {
        return with(variable, value.toString());
    }

    Launch without(String variable) {
        var changed = new HashMap<>(environment);
        changed.remove(variable);
        return new Launch(script, Map.copyOf(changed), scratch);
    }

    Ended call(String... words) throws IOException, InterruptedException {
        return start(words).await();
    }

    Running start(String... words) throws IOException {
        var command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(words));
        Path out = Files.createTempFile(scratch, "out", "");
        Path err = Files.createTempFile(scratch, "err", "");
        var builder =
                new ProcessBuilder(command)
                        .directory(scratch.toFile())
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return new Running(builder.start(), out, err);
    }

    /** A program of a few lines of shell. */
    static Path program(Path file, String... lines) throws IOException {
        Files.createDirectories(file.resolveSibling("."));
        String text = "#!/bin/sh\n" + String.join("\n", lines) + "\n";
        Files.writeString(file, text, StandardCharsets.UTF_8);
        if (!file.toFile().setExecutable(true))
            throw new IOException("not made executable: " + file);
        return file;
    }
}
