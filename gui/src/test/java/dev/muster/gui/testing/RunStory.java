package dev.muster.gui.testing;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.AgentEvent.AttemptEnded;
import dev.muster.agent.event.AgentEvent.AttemptStarted;
import dev.muster.agent.event.AgentEvent.FailuresFound;
import dev.muster.agent.event.AgentEvent.ForceStarted;
import dev.muster.agent.event.AgentEvent.RunAccepted;
import dev.muster.agent.event.AgentEvent.RunEnded;
import dev.muster.agent.event.AgentEvent.StopStarted;
import dev.muster.agent.event.AgentEvent.StoreOpened;
import dev.muster.agent.event.AgentEvent.WorkerExited;
import dev.muster.agent.event.AgentEvent.WorkerHeard;
import dev.muster.agent.event.AgentEvent.WorkerSilent;
import dev.muster.agent.event.AgentEvent.WorkerStarted;
import dev.muster.agent.event.Attendance;
import dev.muster.agent.event.BarrierEvent.BarrierAwaited;
import dev.muster.agent.event.BarrierKind;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SaveFirst;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerDevices;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFailure;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.job.WorkerStreams;
import dev.muster.agent.journal.EventJson;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run told event by event. Time moves only when the story says so. */
public final class RunStory {
    public static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final JobSpec spec;
    private final List<NumberedEvent> events = new ArrayList<>();
    private Instant now;
    private JobSnapshot snapshot;

    private RunStory(
            String id,
            String script,
            int workers,
            int maxRestarts,
            Optional<JobNodes> nodes,
            StopTerms stopping,
            String host,
            Instant at) {
        now = at;
        spec =
                new JobSpec(
                        new Entrypoint.Script("/project/" + script),
                        Optional.of(Path.of("/usr/bin/python3")),
                        List.of(),
                        workers,
                        maxRestarts,
                        "default",
                        Optional.empty(),
                        nodes,
                        Path.of("/work"),
                        Map.of(),
                        WorkerDevices.ALL,
                        WorkerStreams.PLAIN,
                        Optional.empty(),
                        stopping);
        events.add(new NumberedEvent(1, new RunAccepted(now, new RunId(id), spec, host, 4711)));
        snapshot = JobSnapshot.first(events.getFirst());
    }

    /** An accepted run whose store is open, at {@link #NOON}. */
    public static RunStory accepted(String id, String script, int workers, int maxRestarts) {
        return accepted(id, script, workers, maxRestarts, "gpu-a", NOON);
    }

    public static RunStory accepted(
            String id, String script, int workers, int maxRestarts, String host, Instant at) {
        return new RunStory(
                        id,
                        script,
                        workers,
                        maxRestarts,
                        Optional.empty(),
                        StopTerms.DEFAULT,
                        host,
                        at)
                .tell(new StoreOpened(at, "127.0.0.1", 41873));
    }

    /** An accepted run on one of {@code min} to {@code max} nodes, at {@link #NOON}. */
    public static RunStory together(String id, String script, int workers, int min, int max) {
        return together(id, script, workers, min, max, "c10d");
    }

    /** The same for nodes that meet in another way. */
    public static RunStory together(
            String id, String script, int workers, int min, int max, String backend) {
        var nodes = new JobNodes(min, max, 0, backend, "gpu-a:29400", Map.of(), Optional.empty());
        return new RunStory(
                id, script, workers, 0, Optional.of(nodes), StopTerms.DEFAULT, "gpu-a", NOON);
    }

    /** An accepted run whose workers save before they are stopped, at {@link #NOON}. */
    public static RunStory saving(String id, String script, int workers, SaveFirst save) {
        var stopping =
                new StopTerms(
                        StopTerms.DEFAULT_GRACE, Optional.of(save), StopTerms.DEFAULT_SIGNALS);
        return new RunStory(id, script, workers, 0, Optional.empty(), stopping, "gpu-a", NOON);
    }

    /** The first attempt, all workers running. */
    public RunStory started() {
        return attempt(
                0,
                spec.workers() == 1
                        ? "first start"
                        : "first start of %d workers".formatted(spec.workers()));
    }

    /** An attempt, all workers running. */
    public RunStory attempt(int restartCount, String because) {
        attemptBegun(restartCount, because);
        for (int rank = 0; rank < spec.workers(); rank++) workerStarted(rank);
        return this;
    }

    /** An attempt none of whose workers is there yet. */
    public RunStory attemptBegun(int restartCount, String because) {
        int attempt = snapshot.attempts().size();
        return tell(new AttemptStarted(now, attempt, restartCount, spec.workers(), because));
    }

    public RunStory workerStarted(int rank) {
        int attempt = snapshot.attemptNumber();
        var folder = Path.of("/state", snapshot.run().value(), "attempt_" + attempt, "" + rank);
        var files =
                new WorkerFiles(
                        folder.resolve("stdout.log"),
                        folder.resolve("stderr.log"),
                        folder.resolve("error.json"));
        return tell(
                new WorkerStarted(
                        now,
                        new Rank(rank),
                        new LocalRank(rank),
                        41_200L + 100L * attempt + rank,
                        files));
    }

    public RunStory after(Duration passed) {
        now = now.plus(passed);
        return this;
    }

    public RunStory silent(int rank) {
        return silent(rank, now);
    }

    public RunStory silent(int rank, Instant lastOutput) {
        return tell(new WorkerSilent(now, new Rank(rank), lastOutput));
    }

    public RunStory heard(int rank) {
        return tell(new WorkerHeard(now, new Rank(rank)));
    }

    public RunStory exited(int rank, WorkerExit exit) {
        return tell(new WorkerExited(now, new Rank(rank), exit));
    }

    public RunStory stopping(String because) {
        return tell(new StopStarted(now, now.plus(spec.stopping().grace()), because));
    }

    public RunStory forced(String because) {
        return tell(new ForceStarted(now, because));
    }

    /** Everyone who is still there goes with SIGTERM. */
    public RunStory othersStopped() {
        for (WorkerView worker : snapshot.workers()) {
            if (worker.condition() instanceof WorkerCondition.Ended) continue;
            exited(worker.rank().value(), new WorkerExit.Killed(Signal.TERM, true));
        }
        return this;
    }

    public RunStory attemptEnded(Optional<Integer> culprit, String because) {
        return tell(
                new AttemptEnded(now, snapshot.attemptNumber(), culprit.map(Rank::new), because));
    }

    /** It turns out why a rank failed. */
    public RunStory explained(int rank, WorkerExit exit, FailureCause cause) {
        return explained(failure(rank, exit, cause, List.of()));
    }

    /** It turns out why ranks failed, the culprit first. */
    public RunStory explained(WorkerFailure... failures) {
        return tell(new FailuresFound(now, snapshot.attemptNumber(), List.of(failures)));
    }

    /** A rank that is gone by now. */
    public WorkerFailure failure(
            int rank, WorkerExit exit, FailureCause cause, List<String> lastWords) {
        return new WorkerFailure(
                new Rank(rank),
                new LocalRank(rank),
                41_200L + rank,
                exit,
                now,
                false,
                cause,
                lastWords.isEmpty()
                        ? Optional.empty()
                        : Optional.of(Path.of("/state", snapshot.run().value(), "error.json")),
                now,
                lastWords);
    }

    /** A rank fails, takes the others with it, and nothing follows yet. */
    public RunStory crashed(int rank, WorkerExit exit, String because) {
        exited(rank, exit).stopping(because).after(Duration.ofSeconds(2)).othersStopped();
        return attemptEnded(Optional.of(rank), because);
    }

    public RunStory succeeded() {
        for (int rank = 0; rank < spec.workers(); rank++) exited(rank, new WorkerExit.Succeeded());
        String because = "all %d workers are done".formatted(spec.workers());
        return attemptEnded(Optional.empty(), because).ended(Outcome.SUCCEEDED, 0, because);
    }

    /** The workers here are done, those of one other node of two are not. */
    public RunStory atExitBarrier(String missing) {
        var attendance = new Attendance(1, 2, List.of(), List.of(missing));
        return tell(
                new BarrierAwaited(
                        now,
                        BarrierKind.EXIT,
                        now,
                        attendance,
                        "this node's workers are done; waiting for node 1 (gpu-b)"));
    }

    public RunStory ended(Outcome outcome, int exitCode, String because) {
        return tell(new RunEnded(now, outcome, exitCode, because));
    }

    /** All that has happened so far. */
    public List<NumberedEvent> events() {
        return List.copyOf(events);
    }

    public JobSnapshot snapshot() {
        return snapshot;
    }

    /** Puts it where runs of the past are found. */
    public void record(MusterHome home) throws IOException {
        Path folder = Files.createDirectories(home.runs().resolve(snapshot.run().value()));
        Files.write(folder.resolve("events.jsonl"), events.stream().map(EventJson::line).toList());
    }

    public Instant now() {
        return now;
    }

    /** Whatever else happens. */
    public RunStory tell(AgentEvent event) {
        events.add(new NumberedEvent(snapshot.seq() + 1, event));
        snapshot = snapshot.after(events.getLast());
        return this;
    }
}
