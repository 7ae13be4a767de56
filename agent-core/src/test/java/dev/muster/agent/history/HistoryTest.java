package dev.muster.agent.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.home.RunOwner;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

class HistoryTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Instant NOW = PastRuns.at(Duration.ofDays(10));

    @TempDir private Path folder;
    private PastRuns past;
    private History history;

    @BeforeEach
    void aHistoryOfThreeRuns() throws IOException {
        past = new PastRuns(folder);
        past.succeeded("one", Duration.ZERO, HOUR);
        past.failed("two", HOUR, "ValueError: bad sample");
        past.unended("three", HOUR.multipliedBy(2), PastRuns.US);
        history = History.open(past.home(), InstantSource.fixed(NOW));
    }

    @AfterEach
    void close() throws IOException {
        history.close();
    }

    @Test
    void runs_are_listed_newest_first_with_how_they_stand() throws IOException {
        assertThat(history.list(HistoryQuery.EVERYTHING))
                .extracting(PastRun::run, PastRun::state)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(new RunId("three"), RunState.RUNNING),
                        org.assertj.core.groups.Tuple.tuple(new RunId("two"), RunState.FAILED),
                        org.assertj.core.groups.Tuple.tuple(new RunId("one"), RunState.SUCCEEDED));
        assertThat(history.notice()).isEmpty();
    }

    @Test
    void a_run_in_the_list_tells_what_it_was_and_how_it_went() throws IOException {
        PastRun one = history.find(new RunId("one")).orElseThrow();

        assertThat(one.name()).isEqualTo("train.py");
        assertThat(one.arguments()).isEqualTo("--lr 0.1");
        assertThat(one.startedAt()).isEqualTo(PastRuns.NOON);
        assertThat(one.duration(NOW)).contains(HOUR);
        assertThat(one.exitCode()).contains(0);
        assertThat(one.workers()).isEqualTo(2);
        assertThat(one.attempts()).isEqualTo(1);
        assertThat(one.because()).isEqualTo("all workers are done");
        assertThat(one.bytes()).isGreaterThan(500);
        assertThat(one.damage()).isEmpty();
    }

    @Test
    void words_are_looked_for_in_everything_that_was_said_whatever_their_case() throws IOException {
        assertThat(found("valueerror")).containsExactly("two");
        assertThat(found("TRAIN.py --lr")).containsExactly("one");
        assertThat(found("bad no-such-word")).isEmpty();
        assertThat(found("two")).containsExactly("two");
    }

    @Test
    void what_a_search_finds_special_elsewhere_is_only_text_here() throws IOException {
        assertThat(found("%")).isEmpty();
        assertThat(found("t_o")).isEmpty();
        assertThat(found("' OR '1'='1")).isEmpty();
        assertThat(found("\\")).isEmpty();
    }

    @Test
    void states_and_times_narrow_the_list() throws IOException {
        var failed = HistoryQuery.EVERYTHING.withStates(Set.of(RunState.FAILED));
        var early =
                HistoryQuery.EVERYTHING.between(Optional.empty(), Optional.of(PastRuns.at(HOUR)));

        assertThat(names(failed)).containsExactly("two");
        assertThat(names(early)).containsExactly("one");
        assertThat(names(HistoryQuery.EVERYTHING.atMost(2))).containsExactly("three", "two");
    }

    @Test
    void what_happens_later_is_there_the_next_time() throws IOException {
        names(HistoryQuery.EVERYTHING);
        past.succeeded("four", HOUR.multipliedBy(3), HOUR.multipliedBy(4));
        Files.writeString(
                past.folder("three").resolve("events.jsonl"),
                "{\"seq\":5,\"at\":\"2026-03-01T15:00:00Z\",\"event\":\"run-ended\",\"outcome\":"
                        + "\"stopped\",\"exitCode\":143,\"because\":\"stopped by you\"}\n",
                StandardOpenOption.APPEND);

        assertThat(names(HistoryQuery.EVERYTHING)).containsExactly("four", "three", "two", "one");
        assertThat(stateOf("three")).isEqualTo(RunState.STOPPED);
    }

    @Test
    void a_folder_that_is_gone_is_forgotten() throws IOException {
        names(HistoryQuery.EVERYTHING);
        FolderRemoval.remove(past.home().runs(), "two");

        assertThat(names(HistoryQuery.EVERYTHING)).containsExactly("three", "one");
        assertThat(history.find(new RunId("two"))).isEmpty();
    }

    @Test
    void a_run_whose_agent_is_gone_without_a_word_is_marked() throws IOException {
        var before =
                new RunOwner(
                        PastRuns.US.pid(),
                        PastRuns.US.startTicks() - 1,
                        PastRuns.US.boot(),
                        PastRuns.US.pidNamespace(),
                        PastRuns.US.host());
        past.unended("left", HOUR, before);

        assertThat(stateOf("left")).isEqualTo(RunState.AGENT_DIED);
        assertThat(history.find(new RunId("left")).orElseThrow().duration(NOW)).isEmpty();
    }

    @Test
    void of_an_unended_run_of_another_machine_nobody_here_knows_more() throws IOException {
        past.unended("far", HOUR, elsewhere());

        assertThat(stateOf("far")).isEqualTo(RunState.ELSEWHERE);
    }

    @Test
    void a_run_from_before_agents_were_named_in_folders_is_judged_by_its_pid() throws IOException {
        past.unended("old", Duration.ZERO, PastRuns.US);
        Files.delete(past.folder("old").resolve("agent.pid"));

        assertThat(stateOf("old"))
                .as("this process was started after that run was")
                .isEqualTo(RunState.AGENT_DIED);
    }

    @Test
    void a_run_without_a_journal_is_listed_by_what_its_spec_tells() throws IOException {
        Files.delete(past.folder("two").resolve("events.jsonl"));

        PastRun two = history.find(new RunId("two")).orElseThrow();

        assertThat(two.state()).isEqualTo(RunState.UNREADABLE);
        assertThat(two.name()).isEqualTo("train.py");
        assertThat(two.damage()).contains("its journal, events.jsonl, is missing");
    }

    @Test
    void damage_of_a_journal_is_told_with_the_run() throws IOException {
        Files.writeString(
                past.folder("one").resolve("events.jsonl"), "{\"se", StandardOpenOption.APPEND);

        PastRun one = history.find(new RunId("one")).orElseThrow();

        assertThat(one.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(one.damage().orElseThrow()).startsWith("the last 4 bytes are no whole line");
    }

    @Test
    void a_link_among_the_runs_is_not_followed() throws IOException {
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Files.createSymbolicLink(past.folder("linked"), elsewhere);

        assertThat(names(HistoryQuery.EVERYTHING)).doesNotContain("linked");
        assertThat(history.delete(new RunId("linked"))).isInstanceOf(Deletion.Refused.class);
    }

    @Test
    void a_run_is_opened_with_all_that_is_left_of_it() throws IOException {
        OpenedRun two = history.open(new RunId("two"));

        assertThat(two.recording().events()).hasSize(8);
        assertThat(two.spec().orElseThrow().spec().maxRestarts()).isEqualTo(1);
        assertThatThrownBy(() -> history.open(new RunId("none")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage("there is no run none");
    }

    @Test
    void two_runs_are_compared_without_showing_what_may_be_secret() throws IOException {
        past.write(
                "left",
                spec(Map.of("TOKEN", "s3cret", "A", "1")),
                past.begun("left", spec(Map.of()), Duration.ZERO),
                PastRuns.ended(HOUR, Outcome.SUCCEEDED, 0));
        past.write(
                "right",
                spec(Map.of("TOKEN", "0ther", "B", "1")),
                past.begun("right", spec(Map.of()), Duration.ZERO),
                List.of());

        Comparison comparison = history.compare(new RunId("left"), new RunId("right"));

        assertThat(comparison.environment())
                .containsExactly(
                        new Comparison.VariableDifference("A", Comparison.Change.ONLY_LEFT),
                        new Comparison.VariableDifference("B", Comparison.Change.ONLY_RIGHT),
                        new Comparison.VariableDifference("TOKEN", Comparison.Change.OTHER_VALUE));
        assertThat(comparison.toString()).doesNotContain("s3cret").doesNotContain("0ther");
    }

    @Test
    void a_deleted_run_is_gone_with_its_logs_and_nothing_else_is() throws IOException {
        long others = RunFolders.content(past.folder("two")).bytes();

        Deletion deletion = history.delete(new RunId("one"));

        assertThat(deletion).isInstanceOf(Deletion.Deleted.class);
        assertThat(past.folder("one")).doesNotExist();
        assertThat(RunFolders.content(past.folder("two")).bytes()).isEqualTo(others);
        assertThat(names(HistoryQuery.EVERYTHING)).containsExactly("three", "two");
    }

    @Test
    void a_run_that_runs_is_never_deleted() throws IOException {
        assertThat(history.delete(new RunId("three")))
                .isEqualTo(
                        new Deletion.Refused(
                                new RunId("three"), "run three still runs; stop it first"));
        assertThat(past.folder("three").resolve("events.jsonl")).exists();
    }

    @Test
    void a_run_that_may_run_elsewhere_is_deleted_only_when_it_was_quiet_for_a_day()
            throws IOException {
        past.unended("far", HOUR, elsewhere());
        Instant written =
                Files.getLastModifiedTime(past.folder("far").resolve("spec.json")).toInstant();
        try (var soon = History.open(past.home(), InstantSource.fixed(written.plus(HOUR)))) {
            assertThat(soon.delete(new RunId("far"))).isInstanceOf(Deletion.Refused.class);
        }
        Instant later = written.plus(Duration.ofHours(25));
        try (var late = History.open(past.home(), InstantSource.fixed(later))) {
            assertThat(late.delete(new RunId("far"))).isInstanceOf(Deletion.Deleted.class);
        }
    }

    @Test
    void deleting_follows_no_link_out_of_the_folder() throws IOException {
        Path precious = Files.writeString(folder.resolve("precious"), "keep me");
        Path treasures = Files.createDirectories(folder.resolve("treasures"));
        Files.writeString(treasures.resolve("gold"), "keep me");
        Files.createSymbolicLink(past.folder("one").resolve("attempt_0/file"), precious);
        Files.createSymbolicLink(past.folder("one").resolve("attempt_0/folder"), treasures);

        history.delete(new RunId("one"));

        assertThat(past.folder("one")).doesNotExist();
        assertThat(precious).exists();
        assertThat(treasures.resolve("gold")).exists();
    }

    @Test
    void a_log_directory_of_the_users_own_is_left_alone_and_named() throws IOException {
        JobSpec spec = SampleSpec.ofScript().logDir(folder.resolve("logs")).build();
        past.write(
                "logged",
                spec,
                past.begun("logged", spec, Duration.ZERO),
                PastRuns.ended(HOUR, Outcome.SUCCEEDED, 0));

        assertThat(history.delete(new RunId("logged")))
                .extracting("logsLeft")
                .isEqualTo(Optional.of(folder.resolve("logs")));
    }

    @Test
    void what_is_more_than_is_kept_is_removed_and_told() throws IOException {
        var one = new KeepLimits(Optional.empty(), Optional.of(1), Optional.empty());

        List<Removal> removed = history.keepWithin(one);

        assertThat(removed).singleElement().extracting(Removal::run).isEqualTo(new RunId("one"));
        assertThat(removed.getFirst().because())
                .isEqualTo("it was the oldest of 2 runs, and 1 are kept");
        assertThat(history.removals(10)).isEqualTo(removed);
        assertThat(names(HistoryQuery.EVERYTHING)).containsExactly("three", "two");
    }

    @Test
    void figures_tell_how_much_there_is_of_how_much_and_what_went() throws IOException {
        var two = new KeepLimits(Optional.of(1L << 30), Optional.of(2), Optional.empty());
        KeepSettings.write(past.home(), two);
        past.succeeded("zero", HOUR.negated(), HOUR);
        HistoryFigures before = history.figures();

        history.keepWithin(two);
        HistoryFigures after = history.figures();

        assertThat(before.limits()).isEqualTo(two);
        assertThat(before.kept().runs()).isEqualTo(3);
        assertThat(before.surplus().runs()).isEqualTo(1);
        assertThat(before.removed()).isEmpty();
        assertThat(after.kept().runs()).isEqualTo(2);
        assertThat(after.surplus().runs()).isZero();
        assertThat(after.removed()).contains(new HistoryFigures.CleanUp(NOW, before.surplus()));
        assertThat(after.inWords()).endsWith("are kept, of at most 2 runs, 1.0 GiB");
        assertThat(after.notices(ZoneOffset.UTC))
                .singleElement()
                .asString()
                .startsWith("the clean-up of 2026-03-11 12:00 removed 1 run, ");
    }

    @Test
    void limits_that_cannot_be_read_are_told() throws IOException {
        Files.createDirectories(past.home().config());
        Files.writeString(KeepSettings.file(past.home()), "{\"keepRuns\": \"few\"}");

        HistoryFigures figures = history.figures();

        assertThat(figures.inWords()).startsWith("2 runs, ").endsWith(" are kept, without limit");
        assertThat(figures.notices(ZoneOffset.UTC)).singleElement().asString().contains("keepRuns");
    }

    private static JobSpec spec(Map<String, String> environment) {
        return SampleSpec.ofScript().environment(environment).build();
    }

    private static RunOwner elsewhere() {
        return new RunOwner(7, 7, "another", "pid:[1]", "gpu-b");
    }

    private RunState stateOf(String run) throws IOException {
        return history.find(new RunId(run)).orElseThrow().state();
    }

    private List<String> found(String words) throws IOException {
        return names(HistoryQuery.EVERYTHING.withWords(words));
    }

    private List<String> names(HistoryQuery query) throws IOException {
        return history.list(query).stream().map(run -> run.run().value()).toList();
    }
}
