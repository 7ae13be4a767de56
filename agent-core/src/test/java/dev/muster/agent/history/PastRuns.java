package dev.muster.agent.history;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.AgentEvent.AttemptEnded;
import dev.muster.agent.event.AgentEvent.AttemptStarted;
import dev.muster.agent.event.AgentEvent.FailuresFound;
import dev.muster.agent.event.AgentEvent.RunAccepted;
import dev.muster.agent.event.AgentEvent.RunEnded;
import dev.muster.agent.event.AgentEvent.WorkerExited;
import dev.muster.agent.event.AgentEvent.WorkerStarted;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.home.HostName;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.home.RunOwner;
import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFailure;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.journal.Journal;
import dev.muster.agent.journal.SpecJson;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Folders of runs as agents leave them. */
public final class PastRuns {
    public static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    public static final RunOwner US = RunOwner.ofThisProcess().orElseThrow();

    private final MusterHome home;

    public PastRuns(Path folder) {
        home = new MusterHome(folder.resolve("state"), folder.resolve("config"));
    }

    public MusterHome home() {
        return home;
    }

    public Path folder(String run) {
        return home.runs().resolve(run);
    }

    /** One that was started and ended so long after noon. */
    public RunId succeeded(String run, Duration start, Duration end) throws IOException {
        JobSpec spec = SampleSpec.ofScript().arguments("--lr", "0.1").build();
        return write(run, spec, begun(run, spec, start), ended(end, Outcome.SUCCEEDED, 0));
    }

    /** One that failed for a reason, a minute after it was started. */
    public RunId failed(String run, Duration start, String exception) throws IOException {
        JobSpec spec = SampleSpec.ofScript().maxRestarts(1).build();
        var failure =
                new WorkerFailure(
                        new Rank(1),
                        new LocalRank(1),
                        102,
                        new WorkerExit.Failed(1),
                        at(start.plusSeconds(59)),
                        false,
                        new FailureCause.Raised(exception),
                        Optional.empty(),
                        at(start.plusSeconds(59)),
                        List.of("Traceback (most recent call last):", exception));
        var events = new ArrayList<>(begun(run, spec, start));
        events.add(new WorkerExited(at(start.plusSeconds(59)), new Rank(1), failure.exit()));
        events.add(new FailuresFound(at(start.plusSeconds(60)), 0, List.of(failure)));
        events.add(
                new AttemptEnded(
                        at(start.plusSeconds(60)),
                        0,
                        Optional.of(new Rank(1)),
                        "rank 1 " + failure.inWords()));
        return write(run, spec, events, ended(start.plusSeconds(60), Outcome.FAILED, 1));
    }

    /** One that has no last event, and whose folder names who looks after it. */
    public RunId unended(String run, Duration start, RunOwner owner) throws IOException {
        JobSpec spec = SampleSpec.ofScript().build();
        RunId id = write(run, spec, begun(run, spec, start), List.of());
        Files.writeString(folder(run).resolve("agent.pid"), owner.text());
        return id;
    }

    /** Any run at all, with an empty log for each worker that was started. */
    public RunId write(String run, JobSpec spec, List<AgentEvent> first, List<AgentEvent> last)
            throws IOException {
        Path folder = Files.createDirectories(folder(run));
        Files.writeString(folder.resolve("spec.json"), SpecJson.withValues(spec));
        var events = new ArrayList<>(first);
        events.addAll(last);
        try (Journal journal = Journal.create(folder.resolve("events.jsonl"))) {
            for (int i = 0; i < events.size(); i++) {
                journal.append(new NumberedEvent(i + 1, events.get(i)));
                if (events.get(i) instanceof WorkerStarted started) log(started);
            }
        }
        return new RunId(run);
    }

    private static void log(WorkerStarted started) throws IOException {
        Files.createDirectories(started.files().stdout().getParent());
        Files.writeString(started.files().stdout(), "step 1\n");
        Files.writeString(started.files().stderr(), "");
    }

    /** The first events of a run of one attempt. */
    public List<AgentEvent> begun(String run, JobSpec spec, Duration start) {
        var events = new ArrayList<AgentEvent>();
        events.add(new RunAccepted(at(start), new RunId(run), spec, HostName.read(), US.pid()));
        events.add(new AttemptStarted(at(start), 0, 0, spec.workers(), "first start"));
        for (int rank = 0; rank < spec.workers(); rank++) {
            Path worker = folder(run).resolve("attempt_0").resolve(Integer.toString(rank));
            events.add(
                    new WorkerStarted(
                            at(start.plusSeconds(1)),
                            new Rank(rank),
                            new LocalRank(rank),
                            101 + rank,
                            new WorkerFiles(
                                    worker.resolve("stdout.log"),
                                    worker.resolve("stderr.log"),
                                    worker.resolve("error.json"))));
        }
        return events;
    }

    public static List<AgentEvent> ended(Duration end, Outcome outcome, int exitCode) {
        String because =
                outcome == Outcome.SUCCEEDED ? "all workers are done" : "no restart is left";
        return List.of(new RunEnded(at(end), outcome, exitCode, because));
    }

    public static Instant at(Duration afterNoon) {
        return NOON.plus(afterNoon);
    }
}
