package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a pipe brings to {@code muster run} is there for its workers (spec/elastic-agent §3.4). */
@BesideOthers
@Timeout(240)
class PipedInputTest {
    private static final String FROM_A_PIPE = "printf '%s' \"$PIPED\" | \"$@\"";

    @TempDir private Path folder;

    @Test
    void a_program_reads_it() throws IOException, InterruptedException {
        var ended = called("hello", muster("--no-python cat"));

        assertThat(ended.exitCode()).isZero();
        assertThat(ended.out()).isEqualTo("hello");
    }

    /** Twice, lest the second attempt should begin to read anew. */
    @Test
    void what_was_read_before_a_restart_does_not_come_again()
            throws IOException, InterruptedException {
        Path program =
                Files.writeString(
                        folder.resolve("once.sh"),
                        "read -r line; echo $line; exit $((1 - TORCHELASTIC_RESTART_COUNT))\n");

        var ended = called("first\nsecond\n", muster("--max-restarts=1 --no-python sh " + program));

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out()).isEqualTo("first\nsecond\n");
    }

    /** Workers in the background read nothing, and nothing is a script that succeeds. */
    @Test
    void a_script_that_is_piped_in_is_not_handed_over() throws IOException, InterruptedException {
        var ended = called("print('hello')", muster("--detach --python=/bin/sh -"));

        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err()).startsWith("muster run: script: found -");
    }

    @ParameterizedTest
    @CsvSource({
        "asks.py, hi",
        "- a --b, 'import sys; print(sys.argv, __name__)'",
        "--nproc-per-node=3 -, 'import os; print(os.environ[\"WORLD_SIZE\"])'",
        "--nproc-per-node=2 --no-python cat, a line",
    })
    @Needs(TestGroup.TORCH)
    void workers_of_torchrun_find_the_same(String line, String piped)
            throws IOException, InterruptedException {
        Files.writeString(folder.resolve("asks.py"), "print('got', input())\n");

        var torchruns = called(piped, torchrun(line));
        var ours = called(piped, muster("--python=%s %s".formatted(TestPython.path(), line)));

        assertThat(ours.exitCode()).as(ours.err()).isZero();
        assertThat(torchruns.exitCode()).isZero();
        assertThat(ours.out()).isNotEmpty().isEqualTo(torchruns.out());
    }

    private static List<String> muster(String line) {
        var words = new ArrayList<>(List.of("run"));
        words.addAll(List.of(line.split(" ")));
        return MusterProcess.command(words.toArray(String[]::new));
    }

    private static List<String> torchrun(String line) {
        var words = new ArrayList<>(List.of("-m", "torch.distributed.run"));
        words.addFirst(TestPython.path().toString());
        words.addAll(List.of(line.split(" ")));
        return words;
    }

    private MusterProcess.Ended called(String piped, List<String> command)
            throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of("/bin/sh", "-c", FROM_A_PIPE, "sh"));
        words.addAll(command);
        Map<String, String> variables = Map.of("PIPED", piped);
        try (var process = MusterProcess.start(folder, variables, words)) {
            return process.awaitEnd();
        }
    }
}
