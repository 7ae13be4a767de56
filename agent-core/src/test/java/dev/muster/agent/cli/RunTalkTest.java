package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.AgentEvent.AttemptEnded;
import dev.muster.agent.event.AgentEvent.AttemptStarted;
import dev.muster.agent.event.AgentEvent.CommandTaken;
import dev.muster.agent.event.AgentEvent.FailuresFound;
import dev.muster.agent.event.AgentEvent.ForceStarted;
import dev.muster.agent.event.AgentEvent.Noticed;
import dev.muster.agent.event.AgentEvent.RestartDelayed;
import dev.muster.agent.event.AgentEvent.RunAccepted;
import dev.muster.agent.event.AgentEvent.RunEnded;
import dev.muster.agent.event.AgentEvent.StopStarted;
import dev.muster.agent.event.AgentEvent.WorkerExited;
import dev.muster.agent.event.AgentEvent.WorkerSilent;
import dev.muster.agent.event.AgentEvent.WorkerStarted;
import dev.muster.agent.event.Attendance;
import dev.muster.agent.event.BarrierEvent;
import dev.muster.agent.event.BarrierKind;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Placement;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFailure;
import dev.muster.agent.job.WorkerFiles;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class RunTalkTest {
    private static final String BARE = "rank 0 failed with exit code 1; restart 1 of 3";
    private static final String EXPLAINED =
            "rank 0 failed with exit code 1: ValueError: bad; restart 1 of 3";
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir private Path folder;

    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    private final List<Runnable> moments = new ArrayList<>();
    private final RunTalk talk =
            new RunTalk(
                    new PrintStream(stderr, true, StandardCharsets.UTF_8),
                    Path.of("/state/runs"),
                    (_, what) -> moments.add(what));
    private @Nullable JobSnapshot run;

    @Test
    void a_run_introduces_itself_and_says_where_its_files_are() {
        tell(accepted(SampleSpec.ofScript().workers(4).maxRestarts(3).build()));

        assertThat(said())
                .containsExactly(
                        "muster: run run-1: 4 workers of train.py, up to 3 restarts;"
                                + " files in /state/runs/run-1");
    }

    @Test
    void what_was_said_just_before_the_end_is_not_said_again() {
        tell(accepted(SampleSpec.ofScript().workers(1).build()));
        tell(new RendezvousEvent.RunIdClosed(NOON, "the rendezvous is closed"));
        tell(new RunEnded(NOON, Outcome.FAILED, 1, "the rendezvous is closed"));

        assertThat(said())
                .endsWith("muster: the rendezvous is closed", "muster: failed after 0.0 s");
    }

    @Test
    void one_worker_without_restarts_needs_no_more_words() {
        tell(accepted(SampleSpec.ofScript().workers(1).build()));

        assertThat(said())
                .containsExactly(
                        "muster: run run-1: 1 worker of train.py; files in /state/runs/run-1");
    }

    @Test
    void the_verdict_on_a_failure_that_was_in_doubt_is_said_too() {
        tellOfOneWorker();

        tell(
                new RendezvousEvent.RoundSought(NOON, "first start"),
                new AttemptStarted(NOON, 0, 0, 1, "first start"),
                new StopStarted(NOON, NOON, "rank 0 failed; looking whether the others live"),
                new AttemptEnded(NOON, 0, Optional.of(new Rank(0)), "rank 0 failed; restart 1"));

        assertThat(said())
                .containsExactly(
                        "muster: rank 0 failed; looking whether the others live",
                        "muster: rank 0 failed; restart 1");
    }

    @Test
    void every_turn_of_the_run_is_one_sentence_said_once() {
        String cause = "rank 1 failed with exit code 3; restart 1 of 1";
        tellOfOneWorker();

        tell(
                new AttemptStarted(NOON, 0, 0, 1, "first start"),
                new WorkerExited(NOON, new Rank(0), new WorkerExit.Failed(3)),
                new StopStarted(NOON, NOON, cause),
                new AttemptEnded(NOON, 0, Optional.of(new Rank(0)), cause),
                new AttemptStarted(NOON, 1, 1, 1, cause),
                new WorkerSilent(NOON, new Rank(0), NOON),
                new CommandTaken(NOON, "you", "stop", true, "stopped by you"),
                new StopStarted(NOON, NOON, "stopped by you"),
                new ForceStarted(NOON, "the grace is over: killing rank 0"),
                new Noticed(NOON, "1 process that the workers had left behind was ended"));

        assertThat(said())
                .containsExactly(
                        "muster: " + cause,
                        "muster: rank 0 has printed nothing for a minute",
                        "muster: stopped by you",
                        "muster: the grace is over: killing rank 0",
                        "muster: 1 process that the workers had left behind was ended");
    }

    @Test
    void a_failure_whose_reason_is_found_in_a_moment_is_said_once_and_with_it() {
        tellOfOneWorker();
        failOnce();

        assertThat(said()).isEmpty();
        tell(
                new AttemptEnded(NOON, 0, Optional.of(new Rank(0)), EXPLAINED),
                new AttemptStarted(NOON, 1, 1, 1, EXPLAINED));
        moments.forEach(Runnable::run);

        assertThat(said()).containsExactly("muster: " + EXPLAINED);
    }

    @Test
    void a_failure_is_said_before_long_and_its_reason_when_that_is_found() {
        tellOfOneWorker();
        failOnce();

        moments.forEach(Runnable::run);
        assertThat(said()).containsExactly("muster: " + BARE);
        tell(
                new ForceStarted(NOON, "the grace is over: killing rank 1"),
                new AttemptEnded(NOON, 0, Optional.of(new Rank(0)), EXPLAINED),
                new AttemptStarted(NOON, 1, 1, 1, EXPLAINED));

        assertThat(said())
                .endsWith(
                        "muster: the grace is over: killing rank 1",
                        "muster: the reason: ValueError: bad; restart 1 of 3");
    }

    @Test
    void the_last_failure_is_said_with_its_reason_at_the_end_alone() {
        tellOfOneWorker();
        failOnce();

        tell(
                new AttemptEnded(NOON, 0, Optional.of(new Rank(0)), EXPLAINED),
                new RunEnded(NOON, Outcome.FAILED, 1, EXPLAINED));
        moments.forEach(Runnable::run);

        assertThat(said()).containsExactly("muster: failed after 0.0 s: " + EXPLAINED);
    }

    @Test
    void a_failure_of_one_attempt_does_not_hurry_that_of_the_next() {
        tellOfOneWorker();
        failOnce();
        tell(new AttemptEnded(NOON, 0, Optional.of(new Rank(0)), EXPLAINED));
        failOnce();
        String before = stderr.toString(StandardCharsets.UTF_8);

        moments.getFirst().run();

        assertThat(before).isEqualTo("muster: " + EXPLAINED + "\n");
        assertThat(stderr.toString(StandardCharsets.UTF_8)).isEqualTo(before);
    }

    @Test
    void a_restart_that_has_to_wait_is_said_once() {
        String cause = "rank 0 failed with exit code 1; restart 3 of 4";
        String delayed =
                cause + "; it starts 1 s from now, as 3 starts in a row lasted less than 2 s";
        tellOfOneWorker();

        tell(
                new AttemptStarted(NOON, 2, 2, 1, "rank 0 failed with exit code 1; restart 2 of 4"),
                new StopStarted(NOON, NOON, cause),
                new AttemptEnded(NOON, 2, Optional.of(new Rank(0)), cause),
                new RestartDelayed(NOON, NOON.plusSeconds(1), delayed),
                new AttemptStarted(NOON, 3, 3, 1, cause),
                new StopStarted(NOON, NOON, "rank 0 failed with exit code 1; restart 4 of 4"));

        assertThat(said())
                .containsExactly(
                        "muster: rank 0 failed with exit code 1; restart 2 of 4",
                        "muster: rank 0 failed with exit code 1; restart 3 of 4",
                        "muster: it starts 1 s from now, as 3 starts in a row lasted less than 2 s",
                        "muster: rank 0 failed with exit code 1; restart 4 of 4");
    }

    @ParameterizedTest
    @CsvSource({
        "1250, 1.3 s",
        "59940, 59.9 s",
        "61000, 1 min 1 s",
        "3599000, 59 min 59 s",
        "7380000, 2 h 3 min",
    })
    void the_end_says_how_long_it_took(long millis, String words) {
        tellOfOneWorker();

        tell(
                new RunEnded(
                        NOON.plus(Duration.ofMillis(millis)),
                        Outcome.SUCCEEDED,
                        0,
                        "the worker is done"));

        assertThat(said())
                .containsExactly("muster: succeeded after " + words + ": the worker is done");
    }

    @Test
    void a_failure_ends_with_the_last_words_of_its_root_cause_and_torchruns_report() {
        fail("warming up", "CUDA out of memory");

        assertThat(said())
                .startsWith(
                        "muster: the root cause, by its end of stderr:",
                        "    warming up",
                        "    CUDA out of memory",
                        "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: ",
                        "============================================================",
                        "/jobs/train.py FAILED")
                .contains("  exitcode  : 1 (pid: 17) ")
                .endsWith("muster: failed after 0.0 s: rank 0 failed");
    }

    @Test
    void a_failure_that_left_no_words_is_still_told() {
        fail();

        assertThat(said())
                .startsWith("torch.distributed.elastic.multiprocessing.errors.ChildFailedError: ")
                .endsWith("muster: failed after 0.0 s: rank 0 failed");
    }

    @Test
    void nothing_a_worker_printed_can_steer_the_terminal() {
        fail("\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u202eevil");

        assertThat(said()).contains("    ␛]52;c;ZXZpbA==␇␛[2J<U+202E>evil");
        assertThat(stderr.toString(StandardCharsets.UTF_8)).doesNotContain("\u001b", "\u0007");
    }

    @Test
    void a_sentence_stays_one_line_whatever_it_quotes() {
        tellOfOneWorker();

        tell(new Noticed(NOON, "no file \"a\nb\r\u001b[31m\""));

        assertThat(said()).containsExactly("muster: no file \"a␊b␍␛[31m\"");
    }

    @Test
    void of_the_other_nodes_everything_is_said_that_makes_this_one_wait() {
        String missing = "1 of 2 nodes; b is missing";
        tellOfOneWorker();

        tell(
                new RendezvousEvent.RoundSought(NOON, "first start"),
                new RendezvousEvent.NodesSeen(NOON, 2, false, List.of(), missing),
                new RendezvousEvent.NodesSeen(NOON, 2, false, List.of(), missing),
                new RendezvousEvent.RoundJoined(NOON, 2, 1, 2, 4, 5, "a:29500"),
                new RendezvousEvent.NodesSeen(NOON, 2, true, List.of(), "all run"),
                new AttemptStarted(NOON, 0, 0, 5, "first start"),
                new RendezvousEvent.NodeLost(NOON, "a_1_0", Duration.ofSeconds(15), "a is lost"),
                new BarrierEvent.BarrierAwaited(
                        NOON,
                        BarrierKind.EXIT,
                        NOON,
                        new Attendance(1, 2, List.of("b_1_0"), List.of("a_1_0")),
                        "done; waiting for node 0 (a)"));

        assertThat(said())
                .containsExactly(
                        "muster: 1 of 2 nodes; b is missing",
                        "muster: round 2: node 1 of 2, rank 4 of 5; the workers meet at a:29500",
                        "muster: a is lost",
                        "muster: done; waiting for node 0 (a); Ctrl-C ends this run without"
                                + " waiting");
    }

    @Test
    void the_restarts_of_all_nodes_are_said_with_each_round_once_there_are_any() {
        var place = new Placement(1, 2, 4, 5, 4, 5);
        tellOfOneWorker();

        tell(
                new RendezvousEvent.RoundJoined(NOON, 0, place, "a:29500", Optional.of(0)),
                new RendezvousEvent.RoundJoined(NOON, 1, place, "a:29500", Optional.of(3)),
                new RendezvousEvent.RoundJoined(NOON, 2, place, "a:29500", Optional.empty()));

        String joined = ": node 1 of 2, rank 4 of 5; the workers meet at a:29500";
        assertThat(said())
                .containsExactly(
                        "muster: round 0" + joined,
                        "muster: round 1" + joined + "; restarts of all nodes so far: 3",
                        "muster: round 2" + joined);
    }

    private void failOnce() {
        tell(
                new AttemptStarted(NOON, 0, 0, 1, "first start"),
                new WorkerExited(NOON, new Rank(0), new WorkerExit.Failed(1)),
                new StopStarted(NOON, NOON, BARE));
    }

    private void fail(String... lastWords) {
        tellOfOneWorker();
        var files =
                new WorkerFiles(
                        folder.resolve("stdout.log"),
                        folder.resolve("stderr.log"),
                        folder.resolve("error.json"));
        tell(
                new AttemptStarted(NOON, 0, 0, 1, "first start"),
                new WorkerStarted(NOON, new Rank(0), new LocalRank(0), 17, files),
                new WorkerExited(NOON, new Rank(0), new WorkerExit.Failed(1)),
                new FailuresFound(
                        NOON,
                        0,
                        List.of(
                                new WorkerFailure(
                                        new Rank(0),
                                        new LocalRank(0),
                                        17,
                                        new WorkerExit.Failed(1),
                                        NOON,
                                        false,
                                        new FailureCause.Exited(),
                                        Optional.empty(),
                                        NOON,
                                        List.of(lastWords)))),
                new AttemptEnded(NOON, 0, Optional.of(new Rank(0)), "rank 0 failed"),
                new RunEnded(NOON, Outcome.FAILED, 1, "rank 0 failed"));
    }

    private void tellOfOneWorker() {
        tell(accepted(SampleSpec.ofScript().workers(1).build()));
        stderr.reset();
    }

    private static AgentEvent accepted(JobSpec spec) {
        return new RunAccepted(NOON, new RunId("run-1"), spec, "here", 1);
    }

    private void tell(AgentEvent... events) {
        for (AgentEvent event : events) {
            JobSnapshot before = run;
            JobSnapshot now =
                    before == null
                            ? JobSnapshot.first(new NumberedEvent(1, event))
                            : before.after(new NumberedEvent(before.seq() + 1, event));
            run = now;
            talk.tell(event, now);
        }
    }

    private List<String> said() {
        return stderr.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
