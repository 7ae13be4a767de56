package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/** A launch as a whole, and its files and folders. */
class LaunchChecksTest extends CheckedLaunch {
    @Test
    void a_script_alone_is_enough_and_gets_torchruns_defaults() {
        JobSpec spec = ready(draft);

        assertThat(spec.entrypoint()).isEqualTo(new Entrypoint.Script("train.py"));
        assertThat(spec.python()).contains(here.resolve("bin/python3"));
        assertThat(spec.workers()).isEqualTo(1);
        assertThat(spec.maxRestarts()).isZero();
        assertThat(spec.role()).isEqualTo("default");
        assertThat(spec.workingDirectory()).isEqualTo(here);
        assertThat(spec.stopping().grace()).isEqualTo(Duration.ofSeconds(30));
        assertThat(spec.masterPort()).isEmpty();
        assertThat(spec.streams().logDir()).isEmpty();
        assertThat(spec.rendezvousId()).isEmpty();
    }

    @Test
    void all_problems_are_told_at_once_in_the_order_of_the_form() {
        LaunchDraft bad =
                draft.with(LaunchField.SCRIPT, "gone.py")
                        .with(LaunchField.GRACE, "soon")
                        .with(LaunchField.WORKERS, "0")
                        .with(LaunchField.PYTHON, "python9")
                        .with(LaunchField.TEE, "7");

        assertThat(problems(bad))
                .extracting(LaunchProblem::field)
                .containsExactly(
                        LaunchField.SCRIPT,
                        LaunchField.PYTHON,
                        LaunchField.WORKERS,
                        LaunchField.TEE,
                        LaunchField.GRACE);
    }

    @Test
    void a_working_directory_must_be_a_folder_and_only_that_is_said() {
        assertThat(onlyProblem(LaunchField.WORKING_DIRECTORY, "gone"))
                .isEqualTo(
                        "--working-directory: there is nothing at "
                                + here.resolve("gone")
                                + ", expected a folder");
        assertThat(onlyProblem(LaunchField.WORKING_DIRECTORY, "train.py"))
                .endsWith("train.py is a file, expected a folder");
    }

    @Test
    void relative_paths_start_from_the_working_directory() throws IOException {
        Files.createDirectory(here.resolve("project"));
        Files.createFile(here.resolve("project/own.py"));

        JobSpec spec =
                ready(
                        draft.with(LaunchField.WORKING_DIRECTORY, "project")
                                .with(LaunchField.SCRIPT, "./own.py")
                                .with(LaunchField.LOG_DIR, "logs"));

        assertThat(spec.workingDirectory()).isEqualTo(here.resolve("project"));
        assertThat(spec.entrypoint()).isEqualTo(new Entrypoint.Script("./own.py"));
        assertThat(spec.streams().logDir()).contains(here.resolve("project/logs"));
    }

    @Test
    void a_tilde_is_the_home_folder() {
        assertThat(ready(draft.with(LaunchField.SCRIPT, "~/train.py")).entrypoint())
                .isEqualTo(new Entrypoint.Script(here.resolve("train.py").toString()));
    }

    @Test
    void a_log_directory_that_is_a_file_or_below_one_is_refused() {
        String said = "--log-dir: %s is a file, expected a folder or a new name inside one";

        assertThat(onlyProblem(LaunchField.LOG_DIR, "train.py"))
                .isEqualTo(said.formatted(here.resolve("train.py")));
        assertThat(onlyProblem(LaunchField.LOG_DIR, "train.py/logs"))
                .isEqualTo(said.formatted(here.resolve("train.py")));
    }

    @Test
    void a_log_directory_that_may_not_be_written_is_refused_whether_it_is_there_or_not() {
        denied = here.resolve("bin");
        String said =
                "--log-dir: %s may not be written by this user, expected a folder that may"
                        .formatted(denied);

        assertThat(problems(draft.with(LaunchField.LOG_DIR, "bin")))
                .extracting(LaunchProblem::forTerminal)
                .contains(said);
        assertThat(problems(draft.with(LaunchField.LOG_DIR, "bin/new/logs")))
                .extracting(LaunchProblem::forTerminal)
                .contains(said);
    }

    @Test
    void a_check_creates_nothing() throws IOException {
        ready(draft.with(LaunchField.LOG_DIR, "new/logs").with(LaunchField.MASTER_PORT, "0"));

        try (Stream<Path> files = Files.list(here)) {
            assertThat(files)
                    .containsExactlyInAnyOrder(here.resolve("bin"), here.resolve("train.py"));
        }
    }

    @Test
    void dev_null_means_no_log_tree() {
        assertThat(ready(draft.with(LaunchField.LOG_DIR, "/dev/null")).streams().logDir())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"REDIRECTS, 4", "REDIRECTS, 0:5", "TEE, out", "TEE, '1:1,'"})
    void streams_are_given_with_torchruns_numbers(LaunchField field, String text) {
        assertThat(onlyProblem(field, text))
                .startsWith(field.flag() + ": " + text + " does not match: <^[0123]$> or <")
                .endsWith("; expected 0, 1, 2 or 3, or local ranks with one each like 0:1,1:3");
    }

    @Test
    void a_runs_own_variables_count_in_its_checks_and_stand_in_its_spec() throws IOException {
        Path other = executable("other");

        JobSpec spec = ready(draft.withEnvironment(Map.of("PYTHON_EXEC", other.toString())));

        assertThat(spec.python()).contains(other);
        assertThat(spec.environment()).containsEntry("PYTHON_EXEC", other.toString());
    }
}
