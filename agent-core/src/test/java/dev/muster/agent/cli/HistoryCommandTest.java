package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.history.PastRuns;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.SampleSpec;
import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;

@BesideOthers
class HistoryCommandTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir private Path folder;
    private PastRuns past;

    @BeforeEach
    void twoRuns() throws IOException {
        past = new PastRuns(MusterProcess.home(folder)); // the same folders as below MUSTER_HOME
        past.succeeded("20260301-120000-0001", Duration.ZERO, HOUR);
        past.failed("20260301-130000-0002", HOUR, "ValueError: bad sample");
    }

    @Test
    void runs_are_listed_for_people_and_for_scripts() throws IOException, InterruptedException {
        var table = muster("history");
        var lines = muster("history", "valueerror", "-o", "jsonl");

        assertThat(table.exitCode()).isZero();
        assertThat(table.out().lines().map(line -> line.split(" ", 2)[0]))
                .containsExactly("RUN", "20260301-130000-0002", "20260301-120000-0001");
        JsonNode run = JsonMapper.shared().readTree(lines.out());
        assertThat(run.path("state").asString()).isEqualTo("failed");
        assertThat(run.path("exitCode").asInt()).isEqualTo(1);
        assertThat(past.home().state().toFile().list())
                .as("nothing is left behind by looking")
                .containsExactlyInAnyOrder("runs", "history.db");
    }

    @Test
    void a_run_is_shown_by_the_end_of_its_id() throws IOException, InterruptedException {
        var shown = muster("history", "show", "0002");
        var unclear = muster("history", "show", "2026");

        assertThat(shown.out()).contains("failed", "ValueError: bad sample", "max restarts");
        assertThat(unclear.exitCode()).isEqualTo(2);
        assertThat(unclear.err()).contains("\"2026\" could be 2 runs");
    }

    @Test
    void two_runs_are_compared() throws IOException, InterruptedException {
        var compared = muster("history", "compare", "0001", "0002");

        assertThat(compared.out()).containsPattern("max restarts +0 +1");
        assertThat(compared.out()).containsPattern("outcome +succeeded +failed");
    }

    @Test
    void a_run_is_deleted_when_that_is_meant() throws IOException, InterruptedException {
        var asked = muster("history", "delete", "0001");
        assertThat(asked.err()).contains("would delete run 20260301-120000-0001; --yes does it");
        assertThat(past.folder("20260301-120000-0001")).exists();

        var deleted = muster("history", "delete", "0001", "--yes");

        assertThat(deleted.exitCode()).isZero();
        assertThat(past.folder("20260301-120000-0001")).doesNotExist();
    }

    @Test
    void what_is_too_much_is_removed_and_listed() throws IOException, InterruptedException {
        muster("history", "prune", "--keep-runs", "1");
        var removed = muster("history", "removed", "-o", "json");

        assertThat(JsonMapper.shared().readTree(removed.out()).path(0).path("run").asString())
                .isEqualTo("20260301-120000-0001");
    }

    @Test
    void what_is_kept_is_told_below_the_list_and_by_itself()
            throws IOException, InterruptedException {
        var table = muster("history");
        var lines = muster("history", "-o", "jsonl");
        var limits = muster("history", "limits", "-o", "jsonl");

        assertThat(table.err())
                .startsWith("muster history: 2 runs, ")
                .endsWith(" are kept, of at most 5,000 runs, 50.0 GiB\n");
        assertThat(lines.err()).isEmpty();
        JsonNode told = JsonMapper.shared().readTree(limits.out());
        assertThat(told.at("/kept/runs").asInt()).isEqualTo(2);
        assertThat(told.at("/limits/runs").asInt()).isEqualTo(5_000);
    }

    @Test
    void what_was_run_is_run_again_with_its_environment() throws IOException, InterruptedException {
        MusterProcess.run(folder, "run", "--no-python", "sh", "-c", "echo first");
        var again = muster("history", "rerun", "last");

        assertThat(again.out()).isEqualTo("first\n");
        assertThat(again.exitCode()).isZero();
        assertThat(muster("history", "rerun", "last", "--print").out())
                .startsWith("cd ")
                .endsWith(" && muster run --nproc-per-node 1 --no-python sh -c 'echo first'\n");
    }

    @Test
    void the_line_that_is_printed_has_the_variables_that_are_not_set_so_here_anyway()
            throws IOException, InterruptedException {
        String home = MusterProcess.home(folder).toString();
        Map<String, String> variables = Map.of("TOKEN", "t 1", "SHLVL", "7", "MUSTER_HOME", home);
        JobSpec spec = SampleSpec.ofScript().environment(variables).build();
        past.write("told", spec, past.begun("told", spec, Duration.ZERO), List.of());

        var printed = muster("history", "rerun", "told", "--print");

        assertThat(printed.out()).startsWith("cd /work && TOKEN='t 1' muster run --python ");
        assertThat(printed.err()).contains("2 variables are left out, as they are set here");
    }

    @Test
    void a_run_is_exported_as_a_page_that_only_this_user_may_read()
            throws IOException, InterruptedException {
        var exported = muster("export", "0002", "-o", "report.html");
        var again = muster("export", "0002", "-o", "report.html");

        Path page = folder.resolve("report.html");
        assertThat(exported.out()).isEqualTo(page + "\n");
        assertThat(page).content().contains("<h1>train.py</h1>", "ValueError: bad sample");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(page)))
                .isEqualTo("rw-------");
        assertThat(again.exitCode()).isEqualTo(2);
        assertThat(again.err()).contains("is there already; --force replaces it");
    }

    @Test
    void an_unknown_run_or_word_is_told_in_one_line() throws IOException, InterruptedException {
        var run = muster("export", "none");
        var state = muster("history", "--state", "wild");

        assertThat(run.err())
                .isEqualTo("muster export: there is no run \"none\"; muster history lists them\n");
        assertThat(state.err()).contains("--state: found \"wild\", expected one of running,");
        assertThat(state.exitCode()).isEqualTo(2);
    }

    private MusterProcess.Ended muster(String... words) throws IOException, InterruptedException {
        return MusterProcess.run(folder, words);
    }
}
