package dev.muster.agent.control.api;

import dev.muster.agent.command.Aim;
import dev.muster.agent.event.AttemptView;
import dev.muster.agent.event.Attendance;
import dev.muster.agent.event.BarrierView;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.RendezvousView;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.journal.EventJson;
import dev.muster.agent.journal.FailureJson;
import dev.muster.agent.journal.JsonText;
import dev.muster.agent.journal.RendezvousJson;
import dev.muster.agent.journal.SpecJson;

import tools.jackson.core.JsonGenerator;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * A run as it stands, for scripts that want no stream. Clients of our own fold the events instead:
 * nothing reads this back.
 */
public final class SnapshotJson {
    private SnapshotJson() {}

    public static String text(JobSnapshot run) {
        return JsonText.object(json -> writeFields(json, run));
    }

    public static String list(List<JobSnapshot> runs) {
        return JsonText.object(
                json -> {
                    json.writeArrayPropertyStart("runs");
                    for (JobSnapshot run : runs) {
                        json.writeStartObject();
                        writeFields(json, run);
                        json.writeEndObject();
                    }
                    json.writeEndArray();
                });
    }

    private static void writeFields(JsonGenerator json, JobSnapshot run) {
        Aim aim = Aim.at(run);
        json.writeNumberProperty("seq", run.seq());
        json.writeStringProperty("run", run.run().value());
        json.writeStringProperty("host", run.host());
        json.writeNumberProperty("agentPid", run.agentPid());
        json.writeStringProperty("phase", lower(run.phase()));
        json.writeStringProperty("because", run.because());
        json.writeStringProperty("startedAt", run.startedAt().toString());
        run.forceAt().ifPresent(at -> json.writeStringProperty("forceAt", at.toString()));
        json.writeNumberProperty("attempt", aim.attempt());
        json.writeNumberProperty("round", aim.round());
        json.writeNumberProperty("restartCount", run.restartCount());
        run.storeAddress().ifPresent(at -> json.writeStringProperty("storeAddress", at));
        json.writeName("spec");
        SpecJson.write(json, run.spec());
        json.writeArrayPropertyStart("workers");
        run.workers().forEach(worker -> write(json, worker));
        json.writeEndArray();
        json.writeArrayPropertyStart("attempts");
        run.attempts().forEach(attempt -> write(json, attempt));
        json.writeEndArray();
        run.rendezvous().ifPresent(between -> write(json, between));
        run.barrier().ifPresent(barrier -> write(json, barrier));
        run.end().ifPresent(end -> write(json, end));
    }

    private static void write(JsonGenerator json, WorkerView worker) {
        json.writeStartObject();
        json.writeNumberProperty("rank", worker.rank().value());
        json.writeNumberProperty("localRank", worker.localRank().value());
        switch (worker.condition()) {
            case WorkerCondition.Expected _ -> json.writeStringProperty("state", "expected");
            case WorkerCondition.Running(var pid, var since) -> alive(json, "running", pid, since);
            case WorkerCondition.Silent(var pid, var since, var lastOutput) -> {
                alive(json, "silent", pid, since);
                json.writeStringProperty("lastOutput", lastOutput.toString());
            }
            case WorkerCondition.Stopping(var pid, var since) ->
                    alive(json, "stopping", pid, since);
            case WorkerCondition.Ended(var exit, var since, var until, var culprit) -> {
                json.writeStringProperty("state", "ended");
                json.writeStringProperty("since", since.toString());
                json.writeStringProperty("until", until.toString());
                json.writeBooleanProperty("culprit", culprit);
                EventJson.writeExit(json, exit);
            }
        }
        json.writeEndObject();
    }

    private static void alive(JsonGenerator json, String state, long pid, Instant since) {
        json.writeStringProperty("state", state);
        json.writeNumberProperty("pid", pid);
        json.writeStringProperty("since", since.toString());
    }

    private static void write(JsonGenerator json, AttemptView attempt) {
        json.writeStartObject();
        json.writeNumberProperty("attempt", attempt.attempt());
        json.writeNumberProperty("restartCount", attempt.restartCount());
        json.writeStringProperty("startedAt", attempt.startedAt().toString());
        json.writeStringProperty("because", attempt.because());
        attempt.endedAt().ifPresent(at -> json.writeStringProperty("endedAt", at.toString()));
        attempt.endedBecause().ifPresent(why -> json.writeStringProperty("endedBecause", why));
        attempt.culprit().ifPresent(rank -> json.writeNumberProperty("culprit", rank.value()));
        FailureJson.write(json, attempt.failures());
        json.writeArrayPropertyStart("files");
        new TreeMap<>(attempt.files()).forEach((worker, files) -> write(json, worker, files));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, LocalRank worker, WorkerFiles files) {
        json.writeStartObject();
        json.writeNumberProperty("localRank", worker.value());
        json.writeStringProperty("stdout", files.stdout().toString());
        json.writeStringProperty("stderr", files.stderr().toString());
        json.writeStringProperty("error", files.error().toString());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, RendezvousView between) {
        json.writeObjectPropertyStart("rendezvous");
        json.writeNumberProperty("round", between.round());
        json.writeBooleanProperty("complete", between.complete());
        json.writeBooleanProperty("answers", between.answers());
        json.writeBooleanProperty("closed", between.closed());
        RendezvousJson.writeNodes(json, between.nodes());
        names(json, "gone", between.gone());
        between.place()
                .ifPresent(
                        place -> {
                            json.writeObjectPropertyStart("place");
                            json.writeNumberProperty("round", place.round());
                            RendezvousJson.writeFields(json, place.placement());
                            json.writeEndObject();
                        });
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, BarrierView barrier) {
        Attendance attendance = barrier.attendance();
        json.writeObjectPropertyStart("barrier");
        json.writeStringProperty("barrier", lower(barrier.kind()));
        json.writeStringProperty("since", barrier.since().toString());
        json.writeNumberProperty("arrived", attendance.arrived());
        json.writeNumberProperty("expected", attendance.expected());
        names(json, "here", attendance.here());
        names(json, "missing", attendance.missing());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, JobSnapshot.End end) {
        json.writeObjectPropertyStart("end");
        json.writeStringProperty("at", end.at().toString());
        json.writeStringProperty("outcome", lower(end.outcome()));
        json.writeNumberProperty("exitCode", end.exitCode());
        json.writeEndObject();
    }

    private static void names(JsonGenerator json, String name, List<String> names) {
        json.writeArrayPropertyStart(name);
        names.forEach(json::writeString);
        json.writeEndArray();
    }

    private static String lower(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
