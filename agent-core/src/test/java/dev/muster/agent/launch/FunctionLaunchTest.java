package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.launch.LaunchDraft.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;

/** Functions as what is run: flags, checks, and the line that says the same. */
class FunctionLaunchTest extends CheckedLaunch {
    private final LaunchDraft function =
            draft.with(Kind.FUNCTION).with(LaunchField.SCRIPT, "jobs.work:Trainer.fit");

    @Test
    void a_python_function_needs_an_interpreter_and_a_java_function_none() {
        JobSpec python = ready(function);
        JobSpec java =
                ready(draft.with(Kind.JAVA_FUNCTION).with(LaunchField.SCRIPT, "jobs.Work::run"));

        assertThat(python.entrypoint())
                .isEqualTo(new Entrypoint.Function("jobs.work", "Trainer.fit"));
        assertThat(python.python()).contains(here.resolve("bin/python3"));
        assertThat(java.entrypoint()).isEqualTo(new Entrypoint.JavaFunction("jobs.Work", "run"));
        assertThat(java.python()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"work", "jobs/work:main", "jobs.work:", ":main", "a b:c"})
    void what_names_no_function_is_refused(String name) {
        assertThat(problems(function.with(LaunchField.SCRIPT, name)))
                .extracting(LaunchProblem::forTerminal)
                .containsExactly(
                        "script: found \"%s\", expected a function's name, like package.module:function"
                                .formatted(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"work:main", "jobs.Work", "jobs.Work::", "jobs-Work::run"})
    void what_names_no_java_method_is_refused(String name) {
        LaunchDraft java = draft.with(Kind.JAVA_FUNCTION).with(LaunchField.SCRIPT, name);

        assertThat(problems(java))
                .extracting(LaunchProblem::forTerminal)
                .containsExactly(
                        "script: found \"%s\", expected a method's name, like package.Class::method"
                                .formatted(name));
    }

    @Test
    void its_arguments_are_json_values_once_the_rank_is_put_in() {
        List<String> good = List.of("1", "null", "\"a b\"", "[1, {}]", "${local_rank}", " -2e3 ");

        assertThat(ready(function.withArguments(good)).arguments()).isEqualTo(good);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "", "1 2", "[1", "{'a': 1}", "NaN", "--lr"})
    void an_argument_that_is_no_json_value_is_refused(String argument) {
        assertThat(problems(function.withArguments(List.of(argument))))
                .extracting(LaunchProblem::forTerminal)
                .containsExactly(
                        ("script arguments: found %s, expected JSON values; a text is written as"
                                        + " '\"text\"'")
                                .formatted(argument));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--function -m package.work:main | found more than one of --module",
                "--function --java-function x | found more than one of --module",
                "--function-results x.json train.py | given without --function",
                "--function --function-results gone/x.json a:b | there is no folder",
                "--start-method thread --function a:b | expected spawn, fork or forkserver",
            })
    void flags_that_make_no_sense_are_refused(String words, String said) {
        LaunchReading reading = RunFlags.read(List.of(words.split(" ")), Map.of());

        assertThat(reading.problems()).hasSize(1);
        assertThat(reading.problems().getFirst().forTerminal()).contains(said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"spawn", "fork", "forkserver"})
    void every_start_method_of_torchrun_is_taken(String name) {
        var words = List.of("--start_method", name, "train.py");

        assertThat(RunFlags.read(words, Map.of()).problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"FUNCTION, jobs.work:main", "JAVA_FUNCTION, jobs.Work::main"})
    void the_line_that_starts_a_function_reads_as_the_same_draft(Kind kind, String name) {
        JobSpec spec =
                ready(
                        draft.with(kind)
                                .with(LaunchField.SCRIPT, name)
                                .with(LaunchField.WORKERS, "2")
                                .withArguments(List.of("\"it's\"", "{\"a\": [1]}")));

        String line = TorchrunLine.of(spec);
        JobSpec again = ready(TorchrunLine.parse(line, Map.of()).draft());

        assertThat(line).contains(" && muster run ");
        assertThat(again).isEqualTo(spec);
    }
}
