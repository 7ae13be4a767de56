package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.JobSpec;
import dev.muster.agent.launch.Resolution.Ready;
import dev.muster.agent.launch.Resolution.Refused;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A draft in a folder with a script and an interpreter, and what becomes of it when it is checked.
 */
abstract class CheckedLaunch {
    @TempDir Path here;

    final Map<String, String> environment = new HashMap<>();
    Gpus gpus = new Gpus.Unknown("nvidia-smi is not in PATH");
    boolean hasInput;
    Path denied = Path.of("/nothing is denied");
    LaunchDraft draft = LaunchDraft.EMPTY.with(LaunchField.SCRIPT, "train.py");

    @BeforeEach
    void aFolderWithAScriptAndAnInterpreter() throws IOException {
        Files.createFile(here.resolve("train.py"));
        Files.createDirectory(here.resolve("bin"));
        executable("bin/python3");
        environment.put("PATH", here.resolve("bin").toString());
        environment.put("HOME", here.toString());
    }

    Path executable(String name) throws IOException {
        Path file = Files.createFile(here.resolve(name));
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    JobSpec ready(LaunchDraft checked) {
        return switch (check(checked)) {
            case Ready(var spec) -> spec;
            case Refused(var problems) -> throw new AssertionError("refused: " + problems);
        };
    }

    List<LaunchProblem> problems(LaunchDraft checked) {
        return check(checked) instanceof Refused(var problems) ? problems : List.of();
    }

    String onlyProblem(LaunchField field, String text) {
        List<LaunchProblem> problems = problems(draft.with(field, text));
        assertThat(problems).hasSize(1);
        return problems.getFirst().forTerminal();
    }

    private Resolution check(LaunchDraft checked) {
        return new LaunchChecks(
                        new Machine(
                                environment,
                                here,
                                new AllBut(denied),
                                here.resolve("sys"),
                                hasInput,
                                _ -> gpus))
                .check(checked);
    }

    /** A user who may do everything, except anything with one file. */
    private record AllBut(Path denied) implements FileAccess {
        @Override
        public boolean readable(Path file) {
            return !file.equals(denied);
        }

        @Override
        public boolean writable(Path file) {
            return !file.equals(denied);
        }

        @Override
        public boolean executable(Path file) {
            return !file.equals(denied) && Files.isExecutable(file);
        }
    }
}
