package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.launch.LaunchDraft.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What is run, and by what. */
class EntrypointChecksTest extends CheckedLaunch {
    @Test
    void a_script_may_be_piped_in_where_workers_can_read_it() {
        LaunchDraft piped = draft.with(LaunchField.SCRIPT, "-");

        assertThat(problems(piped))
                .extracting(LaunchProblem::forTerminal)
                .first()
                .asString()
                .contains("found -, which is the script that is piped into muster run");

        hasInput = true;
        JobSpec spec = ready(piped.withArguments(List.of("a")));
        assertThat(WorkerCommand.of(spec, new LocalRank(0))).endsWith("-u", "-", "a");
        assertThat(spec.entrypoint().shortName()).isEqualTo("-");
    }

    @Test
    void a_missing_script_is_refused_with_the_place_it_was_looked_for() {
        assertThat(onlyProblem(LaunchField.SCRIPT, "gone.py"))
                .isEqualTo(
                        "script: there is nothing at "
                                + here.resolve("gone.py")
                                + ", expected a Python file; check the name and the working"
                                + " directory");
    }

    @Test
    void no_script_at_all_is_refused() {
        assertThat(onlyProblem(LaunchField.SCRIPT, ""))
                .isEqualTo("script: nothing is given, expected a Python file to run");
    }

    @Test
    void a_folder_is_no_script_unless_python_can_run_it() throws IOException {
        assertThat(onlyProblem(LaunchField.SCRIPT, "bin"))
                .isEqualTo(
                        "script: " + here.resolve("bin") + " is a folder, expected a Python file");

        Files.createFile(here.resolve("bin/__main__.py"));
        assertThat(ready(draft.with(LaunchField.SCRIPT, "bin")).entrypoint())
                .isEqualTo(new Entrypoint.Script("bin"));
    }

    @Test
    void a_script_that_may_not_be_read_is_refused() {
        denied = here.resolve("train.py");

        assertThat(onlyProblem(LaunchField.SCRIPT, "train.py"))
                .endsWith("may not be read by this user, expected a file that may");
    }

    @Test
    void a_script_named_like_a_flag_is_still_a_script() throws IOException {
        Files.createFile(here.resolve("-c"));

        assertThat(ready(draft.with(LaunchField.SCRIPT, "-c")).entrypoint())
                .isEqualTo(new Entrypoint.Script("./-c"));
    }

    @Test
    void a_name_that_no_file_can_have_is_refused() {
        assertThat(onlyProblem(LaunchField.SCRIPT, "a\0b")).contains("no file can have");
    }

    @ParameterizedTest
    @CsvSource({
        "gone/python, there is nothing at HERE/gone/python",
        "bin, there is no \"bin\" in PATH",
        "./bin, HERE/bin is a folder",
        "./train.py, HERE/train.py is not executable",
        "python9, there is no \"python9\" in PATH",
    })
    void an_interpreter_that_cannot_be_run_is_refused(String python, String said) {
        assertThat(onlyProblem(LaunchField.PYTHON, python))
                .startsWith("--python: " + said.replace("HERE", here.toString()))
                .contains("expected a Python interpreter");
    }

    @Test
    void the_interpreter_comes_from_the_flag_then_from_python_exec_then_from_path()
            throws IOException {
        Path other = executable("other");
        environment.put("PYTHON_EXEC", other.toString());

        assertThat(ready(draft).python()).contains(other);
        assertThat(ready(draft.with(LaunchField.PYTHON, "python3")).python())
                .contains(here.resolve("bin/python3"));
        environment.remove("PYTHON_EXEC");
        assertThat(ready(draft).python()).contains(here.resolve("bin/python3"));
    }

    @Test
    void a_bad_python_exec_is_named_as_where_the_interpreter_comes_from() {
        environment.put("PYTHON_EXEC", "/gone/python");

        assertThat(onlyProblem(LaunchField.PYTHON, ""))
                .isEqualTo(
                        "--python: there is nothing at /gone/python, expected a Python interpreter"
                                + " in PYTHON_EXEC");
    }

    @Test
    void without_any_python_the_sentence_says_what_to_do() throws IOException {
        Files.delete(here.resolve("bin/python3"));

        assertThat(onlyProblem(LaunchField.PYTHON, ""))
                .isEqualTo(
                        "--python: there is no python3 in PATH, expected a Python 3; install one,"
                                + " or name it here");
    }

    @Test
    void a_virtual_environments_interpreter_stays_the_link_that_it_is() throws IOException {
        Files.createDirectory(here.resolve("venv"));
        Path link = here.resolve("venv/python");
        Files.createSymbolicLink(link, here.resolve("bin/python3"));

        assertThat(ready(draft.with(LaunchField.PYTHON, "venv/python")).python()).contains(link);
    }

    @Test
    void a_program_needs_no_interpreter_and_must_be_one() throws IOException {
        Files.delete(here.resolve("bin/python3"));
        executable("bin/job");
        LaunchDraft program = draft.with(Kind.PROGRAM);

        assertThat(ready(program.with(LaunchField.SCRIPT, "job")).entrypoint())
                .isEqualTo(new Entrypoint.Program("job"));
        assertThat(ready(program.with(LaunchField.SCRIPT, "bin/job")).entrypoint())
                .isEqualTo(new Entrypoint.Program("bin/job"));
        assertThat(problems(program.with(LaunchField.SCRIPT, "jab")))
                .extracting(LaunchProblem::forTerminal)
                .containsExactly(
                        "script: there is no \"jab\" in PATH, expected a program; check the name,"
                                + " or give its full path");
    }

    @ParameterizedTest
    @ValueSource(strings = {"src/train.py", "train.py", "a b", ".train"})
    void a_module_is_a_dotted_name(String name) {
        LaunchDraft module = draft.with(Kind.MODULE).with(LaunchField.SCRIPT, name);

        assertThat(problems(module))
                .extracting(LaunchProblem::sentence)
                .containsExactly(
                        "found \"" + name + "\", expected a module's name, like package.train");
    }
}
