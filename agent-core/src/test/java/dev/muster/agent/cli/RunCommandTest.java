package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;

/** Workers are shell scripts here, so that no Python is needed. */
@BesideOthers
class RunCommandTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({
        "--nproc-per-node 0 --no-python true, --nproc-per-node",
        "--tee 7 --no-python true, --tee",
        "--bogus --no-python true, --bogus",
        "--log-dir muster.err --no-python true, --log-dir",
        "--no-python ./missing.sh, ./missing.sh",
    })
    void a_bad_flag_is_refused_in_one_sentence_that_names_it_and_nothing_is_left_behind(
            String line, String named) throws IOException, InterruptedException {
        var ended = MusterProcess.run(folder, ("run " + line).split(" "));

        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err().lines()).hasSize(1);
        assertThat(ended.err()).startsWith("muster run: ").contains(named.replace("./", ""));
        assertThat(MusterProcess.home(folder)).doesNotExist();
    }

    @Test
    void stdout_holds_the_workers_bytes_and_nothing_else()
            throws IOException, InterruptedException {
        var bytes = new byte[200_000];
        new Random(11).nextBytes(bytes);
        Files.write(folder.resolve("data.bin"), bytes);

        var ended = MusterProcess.run(folder, "run", "--no-python", "cat", "data.bin");

        assertThat(ended.exitCode()).isZero();
        assertThat(ended.out()).isEqualTo(new String(bytes, ISO_8859_1));
        assertThat(ended.err()).contains("succeeded after");
    }

    @ParameterizedTest
    @CsvSource({
        "exit 3, 3, failed with exit code 3",
        "kill -KILL $$$$, 137, was killed by SIGKILL",
        "exit 137, 137, failed with exit code 137",
    })
    void the_exit_code_is_the_workers_and_128_and_n_for_a_signal(
            String script, int exitCode, String words) throws IOException, InterruptedException {
        var ended = runShell("", script);

        assertThat(ended.exitCode()).isEqualTo(exitCode);
        assertThat(ended.err()).contains("rank 0 " + words);
    }

    @Test
    void any_failure_is_a_1_where_torchruns_exit_codes_are_asked_for()
            throws IOException, InterruptedException {
        assertThat(runShell("--torchrun-exit-codes", "exit 3").exitCode()).isEqualTo(1);
        assertThat(runShell("--torchrun-exit-codes", "exit 0").exitCode()).isZero();
    }

    @Test
    void a_rank_that_nobody_looks_at_is_told_of_and_does_no_harm()
            throws IOException, InterruptedException {
        var ended = runShell("--node-rank=3", "exit 0");

        assertThat(ended.exitCode()).isZero();
        assertThat(ended.err()).startsWith("muster run: --node-rank 3 is not looked at");
    }

    @Test
    void the_exit_code_is_that_of_the_last_attempts_root_cause()
            throws IOException, InterruptedException {
        String script =
                """
                [ "$RANK" = 1 ] && exit $((TORCHELASTIC_RESTART_COUNT + 3))
                sleep 600 & wait
                """;

        var ended = runShell("--nproc-per-node 2 --max-restarts 1", script);

        assertThat(ended.exitCode()).isEqualTo(4);
        assertThat(ended.err())
                .contains("muster: rank 1 failed with exit code 3; restart 1 of 1\n")
                .contains("rank 1 failed with exit code 4; the only restart is used\n");
    }

    @Test
    void a_program_that_the_system_cannot_start_ends_the_run_with_127()
            throws IOException, InterruptedException {
        Path program = folder.resolve("program");
        Files.write(program, new byte[] {0, 1, 2, 3});
        assertThat(program.toFile().setExecutable(true)).isTrue();

        var ended =
                MusterProcess.run(folder, "run", "--max-restarts", "3", "--no-python", "./program");

        assertThat(ended.exitCode()).isEqualTo(127);
        assertThat(ended.err())
                .contains("rank 0 could not be started:", "starting it again would not help");
    }

    @Test
    void a_home_that_cannot_hold_a_run_is_said_in_one_sentence()
            throws IOException, InterruptedException {
        Files.createFile(MusterProcess.home(folder));

        var ended = MusterProcess.run(folder, "run", "--no-python", "true");

        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err().lines()).hasSize(1);
        assertThat(ended.err())
                .startsWith("muster run: the run cannot be taken:")
                .contains(MusterProcess.home(folder).toString());
    }

    @Test
    void teed_lines_carry_role_and_local_rank() throws IOException, InterruptedException {
        var ended =
                runShell(
                        "--nproc-per-node 2 --role trainer --tee 1",
                        "printf 'hello\\nfrom %s' $LOCAL_RANK; echo talk >&2");

        assertThat(ended.out().lines())
                .containsExactlyInAnyOrder(
                        "[trainer0]:hello",
                        "[trainer0]:from 0",
                        "[trainer1]:hello",
                        "[trainer1]:from 1");
        assertThat(ended.err().lines().filter("talk"::equals)).hasSize(2);
    }

    @Test
    void redirected_output_is_in_the_log_directory_and_not_on_the_console()
            throws IOException, InterruptedException {
        var ended = runShell("--log-dir logs --redirects 3", "echo out; echo err >&2");

        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).doesNotContain("\nerr\n");
        assertThat(logFile("stdout.log")).hasContent("out\n");
        assertThat(logFile("stderr.log")).hasContent("err\n");
    }

    private MusterProcess.Ended runShell(String flags, String script)
            throws IOException, InterruptedException {
        var words =
                Stream.of("run " + flags + " --no-python /bin/sh -c")
                        .flatMap(line -> Stream.of(line.split(" +")));
        return MusterProcess.run(
                folder, Stream.concat(words, Stream.of(script)).toArray(String[]::new));
    }

    private Path logFile(String name) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("logs"))) {
            return files.filter(file -> file.endsWith("attempt_0/0/" + name))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
