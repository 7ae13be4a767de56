package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

class PythonEnvironmentsTest {
    @TempDir private Path here;

    @Test
    void the_environment_beside_the_script_comes_first_then_the_active_one_then_path()
            throws IOException {
        Path beside = program("project/.venv/bin/python3", "");
        Path active = program("active/bin/python", "");
        Path conda = program("conda/bin/python3", "");
        Path inPath = program("usr/bin/python3", "");
        program("usr/bin/python", "");

        var environments =
                environments(
                        Map.of(
                                "VIRTUAL_ENV", here.resolve("active").toString(),
                                "CONDA_PREFIX", here.resolve("conda").toString(),
                                "PATH", here.resolve("usr/bin").toString()));

        assertThat(environments.find(draft("project/train.py")))
                .containsExactly(
                        new PythonEnvironment(beside, ".venv in " + here.resolve("project")),
                        new PythonEnvironment(active, "active environment"),
                        new PythonEnvironment(conda, "conda environment"),
                        new PythonEnvironment(inPath, "in PATH"));
    }

    @Test
    void an_environment_that_is_found_twice_is_listed_once() throws IOException {
        Path active = program("active/bin/python3", "");
        Files.createSymbolicLink(here.resolve("link"), here.resolve("active/bin"));

        var environments =
                environments(
                        Map.of(
                                "VIRTUAL_ENV",
                                here.resolve("active").toString(),
                                "PATH",
                                here.resolve("link") + ":" + active.getParent()));

        assertThat(environments.find(draft("train.py")))
                .containsExactly(new PythonEnvironment(active, "active environment"));
    }

    @Test
    void the_environment_of_the_project_is_found_from_a_script_some_folders_below()
            throws IOException {
        Path python = program("project/.venv/bin/python3", "");

        assertThat(
                        environments(Map.of("PATH", "/nothing"))
                                .find(draft("project/src/jobs/train.py")))
                .containsExactly(
                        new PythonEnvironment(python, ".venv in " + here.resolve("project")));
    }

    @Test
    void environments_that_are_not_active_are_found_where_their_tools_keep_them()
            throws IOException {
        Path conda = program("miniconda/envs/llm/bin/python3", "");
        Path pyenv = program("home/.pyenv/versions/3.12.1/bin/python3", "");
        Path kept = program("home/.virtualenvs/old/bin/python", "");
        Path list =
                Files.createDirectories(here.resolve("home/.conda")).resolve("environments.txt");
        Files.writeString(list, here.resolve("miniconda/envs/llm") + "\n/gone/since\n");

        var environments =
                environments(Map.of("HOME", here.resolve("home").toString(), "PATH", "/nothing"));

        assertThat(environments.find(draft("train.py")))
                .containsExactly(
                        new PythonEnvironment(conda, "of conda"),
                        new PythonEnvironment(kept, "of virtualenvwrapper"),
                        new PythonEnvironment(pyenv, "of pyenv"));
    }

    @Test
    void an_interpreter_that_hangs_is_given_up_on() throws IOException {
        Path hanging = program("python3", "exec sleep 60");

        TorchVersion version = torch(hanging, Duration.ofMillis(200));

        assertThat(version)
                .isInstanceOfSatisfying(
                        TorchVersion.Unknown.class,
                        unknown ->
                                assertThat(unknown.reason())
                                        .startsWith(hanging + " gave no answer within"));
    }

    @Test
    void an_interpreter_that_fails_is_said_to() throws IOException {
        Path failing = program("python3", "exit 3");

        assertThat(torch(failing, BriefQuestion.LIMIT))
                .isEqualTo(new TorchVersion.Unknown(failing + " failed with exit code 3"));
    }

    @Test
    void an_interpreter_with_torch_says_both_versions() throws IOException {
        Path python = program("python3", "echo 3.11.2; echo 2.13.0+cpu");

        assertThat(torch(python, BriefQuestion.LIMIT))
                .isEqualTo(new TorchVersion.Installed("3.11.2", "2.13.0+cpu"));
    }

    @Test
    @Needs(TestGroup.PYTHON)
    void a_real_interpreter_answers() {
        assertThat(torch(TestPython.path(), Duration.ofMinutes(1)))
                .isNotInstanceOf(TorchVersion.Unknown.class);
    }

    private static LaunchDraft draft(String script) {
        return LaunchDraft.EMPTY.with(LaunchField.SCRIPT, script);
    }

    private TorchVersion torch(Path python, Duration limit) {
        return environments(Map.of())
                .torchOf(python, limit)
                .toCompletableFuture()
                .orTimeout(2, TimeUnit.MINUTES)
                .join();
    }

    private PythonEnvironments environments(Map<String, String> variables) {
        return new PythonEnvironments(
                new Machine(
                        variables,
                        here,
                        FileAccess.REAL,
                        Path.of("/sys"),
                        false,
                        _ -> new Gpus.Unknown("not asked for")));
    }

    private Path program(String name, String body) throws IOException {
        Path file = here.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
