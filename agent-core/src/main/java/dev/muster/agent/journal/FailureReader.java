package dev.muster.agent.journal;

import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerFailure;

import java.nio.file.Path;
import java.util.List;

/** Reads what {@link FailureJson} writes. */
final class FailureReader {
    private FailureReader() {}

    static List<WorkerFailure> read(Fields event) {
        return event.objects("failures").stream().map(FailureReader::failure).toList();
    }

    private static WorkerFailure failure(Fields fields) {
        return new WorkerFailure(
                new Rank(fields.integer("rank")),
                new LocalRank(fields.integer("localRank")),
                fields.number("pid"),
                EventReader.exit(fields),
                fields.instant("goneAt"),
                fields.flag("asked"),
                cause(fields),
                fields.maybe("errorFile", name -> fields.as(name, Path::of, "a path")),
                fields.instant("toldAt"),
                fields.texts("lastWords"));
    }

    private static FailureCause cause(Fields fields) {
        return switch (fields.text("cause")) {
            case "raised" -> new FailureCause.Raised(fields.text("why"));
            case "write-failed" -> new FailureCause.WriteFailed(fields.text("why"));
            case "lost-peer" -> new FailureCause.LostPeer(fields.text("why"));
            case "out-of-memory" -> new FailureCause.OutOfMemory(fields.text("why"));
            case "signalled" -> new FailureCause.Signalled(fields.maybe("why", fields::text));
            case "timed-out" -> new FailureCause.TimedOut(fields.text("why"));
            case "stopped" -> new FailureCause.Stopped();
            default -> new FailureCause.Exited(); // a later version may know more causes
        };
    }
}
