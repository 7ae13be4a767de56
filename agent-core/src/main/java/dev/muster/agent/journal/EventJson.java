package dev.muster.agent.journal;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.BarrierEvent;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.job.WorkerExit;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.StringWriter;
import java.time.Duration;
import java.util.Locale;

/**
 * An event as a line of JSON. Names are written out here and not taken from the records, so that
 * renaming a field in the core does not change what is on disk.
 */
public final class EventJson {
    private static final JsonFactory JSON = new JsonFactory();

    private EventJson() {}

    /** One object, without a line end. */
    public static String line(NumberedEvent numbered) {
        var text = new StringWriter(256);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeNumberProperty("seq", numbered.seq());
            json.writeStringProperty("at", numbered.event().at().toString());
            write(json, numbered.event());
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, AgentEvent event) {
        switch (event) {
            case AgentEvent.RunAccepted(_, var run, var spec, var host, var agentPid) -> {
                name(json, "run-accepted");
                json.writeStringProperty("run", run.value());
                json.writeStringProperty("host", host);
                json.writeNumberProperty("agentPid", agentPid);
                json.writeName("spec");
                SpecJson.write(json, spec);
            }
            case AgentEvent.StoreOpened(_, var address, var port) -> {
                name(json, "store-opened");
                json.writeStringProperty("address", address);
                json.writeNumberProperty("port", port);
            }
            case AgentEvent.AttemptStarted(
                            _,
                            var attempt,
                            var restartCount,
                            var worldSize,
                            var because) -> {
                name(json, "attempt-started");
                json.writeNumberProperty("attempt", attempt);
                json.writeNumberProperty("restartCount", restartCount);
                json.writeNumberProperty("worldSize", worldSize);
                because(json, because);
            }
            case AgentEvent.WorkerStarted(_, var rank, var localRank, var pid, var files) -> {
                name(json, "worker-started");
                json.writeNumberProperty("rank", rank.value());
                json.writeNumberProperty("localRank", localRank.value());
                json.writeNumberProperty("pid", pid);
                json.writeStringProperty("stdout", files.stdout().toString());
                json.writeStringProperty("stderr", files.stderr().toString());
                json.writeStringProperty("error", files.error().toString());
            }
            case AgentEvent.WorkerExited(_, var rank, var exit) -> {
                name(json, "worker-exited");
                json.writeNumberProperty("rank", rank.value());
                writeExit(json, exit);
            }
            case AgentEvent.WorkerSilent(_, var rank, var lastOutput) -> {
                name(json, "worker-silent");
                json.writeNumberProperty("rank", rank.value());
                json.writeStringProperty("lastOutput", lastOutput.toString());
            }
            case AgentEvent.WorkerHeard(_, var rank) -> {
                name(json, "worker-heard");
                json.writeNumberProperty("rank", rank.value());
            }
            case AgentEvent.WorkerStuck(_, var rank, var lasting) -> {
                name(json, "worker-stuck");
                json.writeNumberProperty("rank", rank.value());
                seconds(json, "lastingSeconds", lasting);
            }
            case AgentEvent.TimersWatched _ -> name(json, "timers-watched");
            case AgentEvent.TimerExpired(
                            _,
                            var rank,
                            var pid,
                            var scope,
                            var expiredAt,
                            var signal,
                            var because) -> {
                name(json, "timer-expired");
                json.writeNumberProperty("rank", rank.value());
                json.writeNumberProperty("pid", pid);
                json.writeStringProperty("scope", scope);
                json.writeStringProperty("expiredAt", expiredAt.toString());
                signal.ifPresent(sent -> json.writeStringProperty("signal", sent.name()));
                because(json, because);
            }
            case AgentEvent.SaveAsked(_, var until, var because) -> {
                name(json, "save-asked");
                json.writeStringProperty("until", until.toString());
                because(json, because);
            }
            case AgentEvent.RestartDelayed(_, var until, var because) -> {
                name(json, "restart-delayed");
                json.writeStringProperty("until", until.toString());
                because(json, because);
            }
            case AgentEvent.StopStarted(_, var forceAt, var because) -> {
                name(json, "stop-started");
                json.writeStringProperty("forceAt", forceAt.toString());
                because(json, because);
            }
            case AgentEvent.ForceStarted(_, var because) -> {
                name(json, "force-started");
                because(json, because);
            }
            case AgentEvent.FailuresFound(_, var attempt, var failures) -> {
                name(json, "failures-found");
                json.writeNumberProperty("attempt", attempt);
                FailureJson.write(json, failures);
            }
            case AgentEvent.AttemptEnded(_, var attempt, var culprit, var because) -> {
                name(json, "attempt-ended");
                json.writeNumberProperty("attempt", attempt);
                culprit.ifPresent(rank -> json.writeNumberProperty("culprit", rank.value()));
                because(json, because);
            }
            case AgentEvent.CommandTaken(_, var by, var what, var accepted, var because) -> {
                name(json, "command-taken");
                json.writeStringProperty("by", by);
                json.writeStringProperty("what", what);
                json.writeBooleanProperty("accepted", accepted);
                because(json, because);
            }
            case AgentEvent.Noticed(_, var text) -> {
                name(json, "noticed");
                json.writeStringProperty("text", text);
            }
            case BarrierEvent at -> BarrierJson.write(json, at);
            case RendezvousEvent between -> RendezvousJson.write(json, between);
            case AgentEvent.RunEnded(_, var outcome, var exitCode, var because) -> {
                name(json, "run-ended");
                json.writeStringProperty("outcome", outcome.name().toLowerCase(Locale.ROOT));
                json.writeNumberProperty("exitCode", exitCode);
                because(json, because);
            }
        }
    }

    /** How a worker ended, as properties of the object that is being written. */
    public static void writeExit(JsonGenerator json, WorkerExit exit) {
        switch (exit) {
            case WorkerExit.Succeeded _ -> json.writeNumberProperty("exitCode", 0);
            case WorkerExit.Failed(var code) -> json.writeNumberProperty("exitCode", code);
            case WorkerExit.Killed(var signal, var byAgent) -> {
                json.writeStringProperty("signal", signal.name());
                json.writeBooleanProperty("byAgent", byAgent);
            }
            case WorkerExit.Unkillable _ -> json.writeBooleanProperty("unkillable", true);
            case WorkerExit.NeverStarted(var reason) ->
                    json.writeStringProperty("neverStarted", reason);
        }
    }

    static void name(JsonGenerator json, String event) {
        json.writeStringProperty("event", event);
    }

    static void seconds(JsonGenerator json, String name, Duration time) {
        json.writeNumberProperty(name, time.toMillis() / 1000.0);
    }

    static void because(JsonGenerator json, String sentence) {
        json.writeStringProperty("because", sentence);
    }
}
