package dev.muster.agent.journal;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFiles;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** Reads what {@link EventJson} writes, and what it wrote in earlier versions. */
public final class EventReader {
    private EventReader() {}

    /**
     * Reads one line. A kind of event that this version does not know becomes a {@link
     * AgentEvent.Noticed} that says so, so that the numbers have no gap.
     *
     * @throws UnreadableRecord when it is no event, or one of its fields is not what it should be
     */
    public static NumberedEvent read(String line) {
        Fields fields = Fields.parse(line);
        try {
            return new NumberedEvent(fields.number("seq"), event(fields));
        } catch (IllegalArgumentException e) {
            throw new UnreadableRecord(String.valueOf(e.getMessage()), e);
        }
    }

    private static AgentEvent event(Fields fields) {
        Instant at = fields.instant("at");
        return switch (fields.text("event")) {
            case "run-accepted" ->
                    new AgentEvent.RunAccepted(
                            at,
                            new RunId(fields.text("run")),
                            SpecReader.read(fields.object("spec")),
                            fields.text("host"),
                            fields.number("agentPid"));
            case "store-opened" ->
                    new AgentEvent.StoreOpened(at, fields.text("address"), fields.integer("port"));
            case "attempt-started" ->
                    new AgentEvent.AttemptStarted(
                            at,
                            fields.integer("attempt"),
                            fields.integer("restartCount"),
                            fields.integer("worldSize"),
                            because(fields));
            case "worker-started" ->
                    new AgentEvent.WorkerStarted(
                            at,
                            rank(fields),
                            new LocalRank(fields.integer("localRank")),
                            fields.number("pid"),
                            new WorkerFiles(
                                    path(fields, "stdout"),
                                    path(fields, "stderr"),
                                    path(fields, "error")));
            case "worker-exited" -> new AgentEvent.WorkerExited(at, rank(fields), exit(fields));
            case "worker-silent" ->
                    new AgentEvent.WorkerSilent(at, rank(fields), fields.instant("lastOutput"));
            case "worker-heard" -> new AgentEvent.WorkerHeard(at, rank(fields));
            case "worker-stuck" ->
                    new AgentEvent.WorkerStuck(at, rank(fields), fields.seconds("lastingSeconds"));
            case "timers-watched" -> new AgentEvent.TimersWatched(at);
            case "timer-expired" ->
                    new AgentEvent.TimerExpired(
                            at,
                            rank(fields),
                            fields.number("pid"),
                            fields.text("scope"),
                            fields.instant("expiredAt"),
                            fields.maybe("signal", name -> signalOf(fields, name)),
                            because(fields));
            case "save-asked" ->
                    new AgentEvent.SaveAsked(at, fields.instant("until"), because(fields));
            case "restart-delayed" ->
                    new AgentEvent.RestartDelayed(at, fields.instant("until"), because(fields));
            case "stop-started" ->
                    new AgentEvent.StopStarted(at, fields.instant("forceAt"), because(fields));
            case "force-started" -> new AgentEvent.ForceStarted(at, because(fields));
            case "attempt-ended" ->
                    new AgentEvent.AttemptEnded(
                            at,
                            fields.integer("attempt"),
                            fields.maybe("culprit", name -> new Rank(fields.integer(name))),
                            because(fields));
            case "failures-found" ->
                    new AgentEvent.FailuresFound(
                            at, fields.integer("attempt"), FailureReader.read(fields));
            case "command-taken" ->
                    new AgentEvent.CommandTaken(
                            at,
                            fields.text("by"),
                            fields.text("what"),
                            fields.flag("accepted"),
                            because(fields));
            case "noticed" -> new AgentEvent.Noticed(at, fields.text("text"));
            case "run-ended" ->
                    new AgentEvent.RunEnded(
                            at,
                            fields.as(
                                    "outcome",
                                    word -> Outcome.valueOf(word.toUpperCase(Locale.ROOT)),
                                    "succeeded, failed or stopped"),
                            fields.integer("exitCode"),
                            because(fields));
            case String kind ->
                    RendezvousReader.read(at, kind, fields)
                            .<AgentEvent>map(between -> between)
                            .or(() -> BarrierReader.read(at, kind, fields))
                            .orElseGet(() -> unknown(at, kind));
        };
    }

    private static AgentEvent unknown(Instant at, String kind) {
        return new AgentEvent.Noticed(
                at, "an event that this version of Muster does not know: " + kind);
    }

    static WorkerExit exit(Fields fields) {
        Optional<String> reason = fields.maybe("neverStarted", fields::text);
        if (reason.isPresent()) return new WorkerExit.NeverStarted(reason.get());
        if (fields.has("signal")) {
            return new WorkerExit.Killed(signalOf(fields, "signal"), fields.flag("byAgent"));
        }
        if (fields.has("unkillable")) return new WorkerExit.Unkillable();
        int code = fields.integer("exitCode");
        return code == 0 ? new WorkerExit.Succeeded() : new WorkerExit.Failed(code);
    }

    private static Signal signalOf(Fields fields, String name) {
        return fields.as(name, EventReader::signal, "the name of a signal");
    }

    static Signal signal(String name) {
        return Signal.named(name)
                .orElseThrow(() -> new IllegalArgumentException("no signal is called so"));
    }

    private static Path path(Fields fields, String name) {
        return fields.as(name, Path::of, "a path");
    }

    private static Rank rank(Fields fields) {
        return new Rank(fields.integer("rank"));
    }

    static String because(Fields fields) {
        return fields.text("because");
    }
}
