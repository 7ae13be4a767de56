package dev.muster.agent.journal;

import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.WorkerFailure;

import tools.jackson.core.JsonGenerator;

import java.util.List;
import java.util.Optional;

/** Why workers failed, as JSON. */
public final class FailureJson {
    private FailureJson() {}

    /** The property {@code failures}, the culprit's first. */
    public static void write(JsonGenerator json, List<WorkerFailure> failures) {
        json.writeName("failures");
        json.writeStartArray();
        for (WorkerFailure failure : failures) write(json, failure);
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, WorkerFailure failure) {
        json.writeStartObject();
        json.writeNumberProperty("rank", failure.rank().value());
        json.writeNumberProperty("localRank", failure.localRank().value());
        json.writeNumberProperty("pid", failure.pid());
        EventJson.writeExit(json, failure.exit());
        json.writeStringProperty("goneAt", failure.at().toString());
        json.writeBooleanProperty("asked", failure.asked());
        json.writeStringProperty("cause", name(failure.cause()));
        why(failure.cause()).ifPresent(text -> json.writeStringProperty("why", text));
        failure.errorFile()
                .ifPresent(file -> json.writeStringProperty("errorFile", file.toString()));
        json.writeStringProperty("toldAt", failure.toldAt().toString());
        json.writeName("lastWords");
        json.writeStartArray();
        failure.lastWords().forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }

    /** The text that a cause is made of. */
    private static Optional<String> why(FailureCause cause) {
        return switch (cause) {
            case FailureCause.Raised(var exception) -> Optional.of(exception);
            case FailureCause.LostPeer(var exception) -> Optional.of(exception);
            case FailureCause.WriteFailed(var evidence) -> Optional.of(evidence);
            case FailureCause.OutOfMemory(var proof) -> Optional.of(proof);
            case FailureCause.Signalled(var told) -> told;
            case FailureCause.TimedOut(var timer) -> Optional.of(timer);
            case FailureCause.Exited _, FailureCause.Stopped _ -> Optional.empty();
        };
    }

    private static String name(FailureCause cause) {
        return switch (cause) {
            case FailureCause.Raised _ -> "raised";
            case FailureCause.WriteFailed _ -> "write-failed";
            case FailureCause.Exited _ -> "exited";
            case FailureCause.OutOfMemory _ -> "out-of-memory";
            case FailureCause.Signalled _ -> "signalled";
            case FailureCause.TimedOut _ -> "timed-out";
            case FailureCause.LostPeer _ -> "lost-peer";
            case FailureCause.Stopped _ -> "stopped";
        };
    }
}
