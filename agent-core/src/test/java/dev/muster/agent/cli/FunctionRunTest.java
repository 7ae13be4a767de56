package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Python functions as entry points, by a {@code muster run} of their own. */
@BesideOthers
@Needs(TestGroup.PYTHON)
class FunctionRunTest {
    @TempDir private Path folder;

    @BeforeEach
    void writeTheUsersModule() throws IOException {
        Files.createDirectory(folder.resolve("jobs"));
        Files.writeString(
                folder.resolve("jobs/work.py"),
                """
                import os, sys, threading

                RANK = int(os.environ["RANK"])

                def add(a, b, by=0):
                    return {"rank": RANK, "sum": a + b}

                def nothing():
                    print("was here")

                def leave(code):
                    sys.exit(code)

                def odd_ranks_vanish():
                    if RANK % 2:
                        os._exit(0)
                    return None

                def large(mib):
                    return "x" * (mib * 1024 * 1024 - 2)

                def odd_ranks_fail():
                    if RANK % 2:
                        raise ValueError("bad sample on rank %d" % RANK)
                    threading.Event().wait()

                def fail_without_a_file():
                    del os.environ["TORCHELASTIC_ERROR_FILE"]
                    raise ValueError("nowhere to go")

                def unfit(what):
                    return {"lock": threading.Lock(), "nan": float("nan"), "set": {1}}[what]

                class Trainer:
                    @staticmethod
                    def fit(name):
                        return name
                """);
    }

    @Test
    void a_function_is_called_with_json_values_and_its_values_are_kept_by_rank()
            throws IOException, InterruptedException {
        var ended =
                call("--nproc-per-node 3 --function-results results.json", "jobs.work:add 1 41");

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(results())
                .isEqualTo(
                        json(
                                """
                                {"0": {"rank": 0, "sum": 42}, "1": {"rank": 1, "sum": 42},
                                 "2": {"rank": 2, "sum": 42}}
                                """));
        assertThat(resultFiles()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jobs.work:nothing | null",
                "jobs.work:leave 0 | null",
                "jobs.work:Trainer.fit \"a${local_rank}$$\" | \"a0$\"",
                "jobs.work:Trainer.fit [1,{\"x\":null}] | [1,{\"x\":null}]",
            })
    void whatever_a_function_returns_comes_back_as_it_was(String words, String value)
            throws IOException, InterruptedException {
        var ended = call("--function-results results.json", words);

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(results().get("0")).isEqualTo(json(value));
    }

    @Test
    void a_rank_that_ended_before_it_returned_is_told_from_one_that_returned_null()
            throws IOException, InterruptedException {
        var ended =
                call(
                        "--nproc-per-node 2 --function-results results.json",
                        "jobs.work:odd_ranks_vanish");

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(results()).isEqualTo(json("{\"0\": null, \"1\": null}"));
        assertThat(ended.err())
                .contains("rank 1 ended its process before the function returned")
                .doesNotContain("rank 0 ended its process");
    }

    @Test
    void four_values_of_ten_megabytes_come_back_at_once() throws IOException, InterruptedException {
        var ended =
                call("--nproc-per-node 4 --function-results results.json", "jobs.work:large 10");

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(Files.size(folder.resolve("results.json"))).isGreaterThan(4L * (10 << 20));
    }

    @Test
    void a_value_of_64_mebibytes_is_kept_and_a_larger_one_refused()
            throws IOException, InterruptedException {
        var most = call("", "jobs.work:large 64");
        var more = call("", "jobs.work:large 65");

        assertThat(most.exitCode()).as(most.err()).isZero();
        assertThat(more.exitCode()).isEqualTo(1);
        assertThat(more.err())
                .contains("rank 0 returned 65.0 MiB of JSON (expected: at most 64 MiB)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lock | rank 0 returned a _thread.lock, which JSON cannot hold",
                "nan | rank 0 returned what JSON cannot hold: Out of range float values",
                "set | rank 0 returned a set, which JSON cannot hold",
            })
    void what_is_not_json_is_refused_in_a_sentence_that_names_rank_and_type(
            String what, String sentence) throws IOException, InterruptedException {
        var ended = call("", "jobs.work:unfit \"" + what + "\"");

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.err()).contains("the root cause, by its error file:\n", sentence);
        assertThat(resultFiles()).isEmpty();
    }

    @Test
    void an_exception_is_told_with_its_traceback_and_nothing_of_ours_in_it()
            throws IOException, InterruptedException {
        var ended = call("--nproc-per-node 2 --log-dir logs", "jobs.work:odd_ranks_fail");

        JsonNode error = json(Files.readString(onlyErrorFile()));
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.err()).contains("rank 1 failed with exit code 1");
        assertThat(error.at("/message/message").asString())
                .isEqualTo("ValueError: bad sample on rank 1");
        assertThat(error.at("/message/extraInfo/py_callstack").asString())
                .startsWith("Traceback (most recent call last):\n  File \"")
                .contains("in odd_ranks_fail")
                .doesNotContain("call_function");
        assertThat(error.at("/message/extraInfo/timestamp").asString()).matches("\\d{10}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jobs.work:leave 3 | 3 | failed with exit code 3",
                "jobs.work:gone | 1 | has no attribute 'gone'",
                "jobs.gone:main | 1 | No module named 'jobs.gone'",
                "jobs.work:add 1 | 1 | missing 1 required positional argument: 'b'",
                "jobs.work:fail_without_a_file | 1 | ValueError: nowhere to go",
            })
    void a_call_that_cannot_be_made_fails_with_pythons_own_words(
            String words, int exitCode, String said) throws IOException, InterruptedException {
        var ended = call("", words);

        assertThat(ended.exitCode()).isEqualTo(exitCode);
        assertThat(ended.err()).contains(said);
    }

    @Test
    @Needs(TestGroup.TORCH)
    void functions_sum_up_over_gloo_and_a_tensor_is_no_json()
            throws IOException, InterruptedException {
        Files.writeString(
                folder.resolve("jobs/sums.py"),
                """
                import os
                import torch
                import torch.distributed as dist

                def total(as_tensor):
                    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
                    dist.init_process_group("gloo")
                    sum = torch.ones(1) * (dist.get_rank() + 1)
                    dist.all_reduce(sum)
                    dist.destroy_process_group()
                    return sum if as_tensor else int(sum.item())
                """);

        var number =
                call("--nproc-per-node 2 --function-results results.json", "jobs.sums:total false");
        var tensor = call("", "jobs.sums:total true");

        assertThat(number.exitCode()).as(number.err()).isZero();
        assertThat(results()).isEqualTo(json("{\"0\": 3, \"1\": 3}"));
        assertThat(tensor.err()).contains("rank 0 returned a torch.Tensor, which JSON cannot hold");
    }

    private MusterProcess.Ended call(String flags, String functionAndValues)
            throws IOException, InterruptedException {
        var words = new ArrayList<String>(List.of("run", "--python"));
        words.add(TestPython.path().toString());
        if (!flags.isEmpty()) words.addAll(List.of(flags.split(" ")));
        words.add("--function");
        words.addAll(List.of(functionAndValues.split(" ")));
        return MusterProcess.run(folder, words.toArray(String[]::new));
    }

    private JsonNode results() throws IOException {
        return json(Files.readString(folder.resolve("results.json")));
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    private List<Path> resultFiles() throws IOException {
        return filesNamed(MusterProcess.home(folder), "result.json");
    }

    private Path onlyErrorFile() throws IOException {
        List<Path> files = filesNamed(folder.resolve("logs"), "error.json");
        assertThat(files).hasSize(1);
        return files.getFirst();
    }

    private static List<Path> filesNamed(Path root, String name) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.endsWith(name)).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
