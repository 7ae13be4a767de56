package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.muster.agent.job.Signal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code muster} as a process of its own, with a home folder of its own. */
final class MusterProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Path out;
    private final Path err;

    private MusterProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /**
     * How it ended, and what it printed.
     *
     * @param out a character for each byte
     */
    record Ended(int exitCode, String out, String err) {}

    /** Starts it in {@code folder}, with {@code folder/home} as its home. */
    static MusterProcess start(Path folder, String... words) throws IOException {
        return start(folder, Map.of(), command(words));
    }

    /** Starts any command as {@code muster} is started, with more variables. */
    static MusterProcess start(Path folder, Map<String, String> variables, List<String> command)
            throws IOException {
        Path out = folder.resolve("muster.out");
        Path err = folder.resolve("muster.err");
        var builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        var environment = builder.environment();
        clean(environment);
        environment.put("MUSTER_HOME", home(folder).toString());
        environment.putAll(variables);
        return new MusterProcess(builder.start(), out, err);
    }

    /** The words that start it as a process of its own. */
    static List<String> command(String... words) {
        var command =
                new ArrayList<String>(
                        List.of(
                                // whoever started the tests may have had these ignored
                                "env",
                                "--default-signal=INT,HUP",
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-Xrs",
                                "-XX:+DisableAttachMechanism",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Xmn8m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                MusterMain.class.getName()));
        command.addAll(List.of(words));
        return command;
    }

    /** Takes out what the caller's own job or home may have left. */
    static void clean(Map<String, String> environment) {
        environment.keySet().removeIf(name -> name.matches("(PET|TORCH|TORCHELASTIC|OMP|XDG)_.*"));
    }

    static Path home(Path folder) {
        return folder.resolve("home");
    }

    /** Runs it to its end. */
    static Ended run(Path folder, String... words) throws IOException, InterruptedException {
        try (var muster = start(folder, words)) {
            return muster.awaitEnd();
        }
    }

    /** Waits until its workers have printed this text. */
    void awaitOutput(String text) {
        await().atMost(PATIENCE).until(() -> Files.readString(out, ISO_8859_1).contains(text));
    }

    /** Waits until it has said this text itself. */
    void awaitTalk(String text) {
        await().atMost(PATIENCE).until(() -> Files.readString(err).contains(text));
    }

    void signal(Signal signal) throws IOException, InterruptedException {
        String kill = "kill -%d %d".formatted(signal.number(), process.pid());
        assertThat(new ProcessBuilder("/bin/sh", "-c", kill).start().waitFor()).isZero();
    }

    long pid() {
        return process.pid();
    }

    Ended awaitEnd() throws IOException, InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as("it ends; by now it has said: " + Files.readString(err))
                .isTrue();
        return new Ended(
                process.exitValue(), Files.readString(out, ISO_8859_1), Files.readString(err));
    }

    /**
     * Ends it for good if it has not ended; its guardian sees to its workers then.
     *
     * @return when that was, of {@link System#nanoTime}
     */
    long kill() {
        process.destroyForcibly();
        return System.nanoTime();
    }

    /** As {@link #kill}. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
