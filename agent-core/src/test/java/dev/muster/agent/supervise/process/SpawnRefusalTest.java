package dev.muster.agent.supervise.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a start says that the system refused. */
@DisplayName(
        "Row 11: a start that cannot be is refused at once with the error and what it is about")
class SpawnRefusalTest {
    private static final Duration AT_ONCE = Duration.ofMillis(200);

    /** On a machine that is busy with other things, the quickest of a few tells. */
    private static final int TRIES = 5;

    @TempDir Path folder;
    private Path program;

    @BeforeEach
    void write() throws IOException {
        program = folder.resolve("program");
        Files.writeString(program, "#!/bin/sh\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void a_program_that_is_missing() {
        assertThat(refusal(List.of("/no/such"), folder))
                .isEqualTo("program /no/such: No such file or directory (ENOENT)");
    }

    @Test
    void a_program_that_is_not_executable() {
        assertThat(program.toFile().setExecutable(false)).isTrue();

        assertThat(refusal(List.of(program.toString()), folder))
                .isEqualTo("program " + program + ": Permission denied (EACCES)");
    }

    @Test
    void a_program_that_is_none() throws IOException {
        Files.write(program, new byte[] {0, 1, 2, 3});

        assertThat(refusal(List.of(program.toString()), folder))
                .isEqualTo("program " + program + ": Exec format error (ENOEXEC)");
    }

    @Test
    void a_script_whose_interpreter_is_missing() throws IOException {
        Files.writeString(program, "#!/no/such/python -u\n");

        assertThat(refusal(List.of(program.toString()), folder))
                .isEqualTo(
                        "program %s, interpreter /no/such/python: No such file or directory (ENOENT)"
                                .formatted(program));
    }

    @Test
    void arguments_that_are_too_long() {
        assertThat(refusal(List.of(program.toString(), "x".repeat(200_000)), folder))
                .endsWith(": Argument list too long (E2BIG)")
                .startsWith("arguments and environment, 200");
    }

    @Test
    void a_working_directory_that_is_gone() {
        Path gone = folder.resolve("gone");

        assertThat(refusal(List.of(program.toString()), gone))
                .isEqualTo("working directory " + gone + ": No such file or directory (ENOENT)");
    }

    @Test
    void a_log_folder_that_is_gone() {
        var spawn = spawn(List.of(program.toString()), folder, folder.resolve("gone/out.log"));

        assertThat(catchThrowableOfType(IOException.class, spawn::start))
                .hasMessage(
                        "log file %s: No such file or directory (ENOENT)"
                                .formatted(folder.resolve("gone/out.log")));
    }

    private String refusal(List<String> command, Path workingDirectory) {
        var spawn = spawn(command, workingDirectory, Path.of("/dev/null"));
        String message = "";
        Duration quickest = Duration.ofDays(1);
        for (int i = 0; i < TRIES; i++) {
            long began = System.nanoTime();
            message =
                    String.valueOf(
                            catchThrowableOfType(IOException.class, spawn::start).getMessage());
            var took = Duration.ofNanos(System.nanoTime() - began);
            if (took.compareTo(quickest) < 0) quickest = took;
        }
        assertThat(quickest).isLessThan(AT_ONCE);
        return message;
    }

    private static Spawn spawn(List<String> command, Path workingDirectory, Path out) {
        return new Spawn(
                command,
                Map.of("PATH", "/usr/bin:/bin"),
                workingDirectory,
                new Spawn.Input.Nothing(),
                out,
                Path.of("/dev/null"));
    }
}
