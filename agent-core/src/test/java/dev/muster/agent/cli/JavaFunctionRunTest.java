package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.function.SampleJob;
import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Java methods as entry points, in Java machines of their own. */
@BesideOthers
class JavaFunctionRunTest {
    @TempDir private Path folder;

    @Test
    void a_method_is_called_with_json_values_and_its_values_are_kept_by_rank()
            throws IOException, InterruptedException {
        var ended =
                call(
                        "--nproc-per-node 2 --function-results results.json",
                        "describe 3 \"three\" {\"lr\":0.5}");

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(JsonMapper.shared().readTree(Files.readString(folder.resolve("results.json"))))
                .isEqualTo(
                        JsonMapper.shared()
                                .readTree(
                                        """
                                        {"0": {"rank": 0, "said": ["three", 3, 0.5, null]},
                                         "1": {"rank": 1, "said": ["three", 3, 0.5, null]}}
                                        """));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fail | java.lang.IllegalStateException: no such sample",
                "unfit | rank 0 returned a java.lang.Object, which JSON cannot hold",
                "endless | rank 0 returned what JSON cannot hold: Document nesting depth",
                "describe 3 | has 0 public static methods \"describe\" that take 1 arguments",
                "describe 3 4 [] | Cannot deserialize value of type",
            })
    void a_call_that_fails_says_why_in_the_error_file(String words, String said)
            throws IOException, InterruptedException {
        var ended = call("", words);

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.err()).contains("the root cause, by its error file:", said);
    }

    private MusterProcess.Ended call(String flags, String methodAndValues)
            throws IOException, InterruptedException {
        var words = new ArrayList<String>(List.of("run"));
        if (!flags.isEmpty()) words.addAll(List.of(flags.split(" ")));
        words.add("--java-function");
        var method = methodAndValues.split(" ");
        method[0] = SampleJob.class.getName() + "::" + method[0];
        words.addAll(List.of(method));
        return MusterProcess.run(folder, words.toArray(String[]::new));
    }
}
