package dev.muster.agent.control.api;

import dev.muster.agent.event.GpuUsage;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.event.WorkerUsage;
import dev.muster.agent.job.Rank;
import dev.muster.agent.journal.Fields;
import dev.muster.agent.journal.JsonText;
import dev.muster.agent.journal.UnreadableRecord;

import tools.jackson.core.JsonGenerator;

import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * What the workers of a run use, as a message of its stream. The first message that a client gets
 * has the past with it, and those after it only what is new.
 */
public final class UsageJson {
    private UsageJson() {}

    /** With everything that is remembered. */
    public static String whole(RunUsage usage) {
        return text(usage, usage.past());
    }

    /** The latest measurement alone. */
    public static String latest(RunUsage usage) {
        return text(usage, List.of());
    }

    /**
     * Reads either.
     *
     * @param before what was known, for a message that has no past
     * @throws UnreadableRecord when it is no such message
     */
    public static RunUsage read(String text, Optional<RunUsage> before) {
        Fields fields = Fields.parse(text);
        try {
            var at = fields.instant("at");
            var byRank = new HashMap<Rank, WorkerUsage>();
            for (Fields worker : fields.objects("workers")) {
                byRank.put(new Rank(worker.integer("rank")), worker(worker));
            }
            if (!fields.has("past")) {
                return before.map(known -> known.next(at, byRank))
                        .orElseGet(() -> RunUsage.first(at, byRank));
            }
            List<Fields> past = fields.objects("past");
            int tooMany = Math.max(0, past.size() - RunUsage.REMEMBERED);
            return new RunUsage(
                    at, byRank, past.stream().skip(tooMany).map(UsageJson::sum).toList());
        } catch (IllegalArgumentException e) {
            throw new UnreadableRecord(String.valueOf(e.getMessage()), e);
        }
    }

    private static String text(RunUsage usage, List<RunUsage.Sum> past) {
        return JsonText.object(
                json -> {
                    json.writeStringProperty("at", usage.at().toString());
                    json.writeArrayPropertyStart("workers");
                    new TreeMap<>(usage.byRank()).forEach((rank, used) -> write(json, rank, used));
                    json.writeEndArray();
                    if (past.isEmpty()) return;
                    json.writeArrayPropertyStart("past");
                    past.forEach(sum -> write(json, sum));
                    json.writeEndArray();
                });
    }

    private static void write(JsonGenerator json, Rank rank, WorkerUsage used) {
        json.writeStartObject();
        json.writeNumberProperty("rank", rank.value());
        json.writeNumberProperty("cores", used.cores());
        json.writeNumberProperty("residentBytes", used.residentBytes());
        json.writeNumberProperty("readBytesPerSecond", used.readBytesPerSecond());
        json.writeNumberProperty("writtenBytesPerSecond", used.writtenBytesPerSecond());
        json.writeNumberProperty("threads", used.threads());
        json.writeNumberProperty("processes", used.processes());
        used.gpu()
                .ifPresent(
                        gpu -> {
                            json.writeNumberProperty("gpuMemoryBytes", gpu.memoryBytes());
                            gpu.utilisation()
                                    .ifPresent(
                                            percent ->
                                                    json.writeNumberProperty(
                                                            "gpuUtilisation", percent));
                        });
        json.writeEndObject();
    }

    private static WorkerUsage worker(Fields fields) {
        return new WorkerUsage(
                fields.real("cores"),
                fields.number("residentBytes"),
                fields.real("readBytesPerSecond"),
                fields.real("writtenBytesPerSecond"),
                fields.integer("threads"),
                fields.integer("processes"),
                fields.maybe("gpuMemoryBytes", fields::number)
                        .map(bytes -> new GpuUsage(bytes, utilisation(fields))));
    }

    private static OptionalInt utilisation(Fields fields) {
        return fields.has("gpuUtilisation")
                ? OptionalInt.of(fields.integer("gpuUtilisation"))
                : OptionalInt.empty();
    }

    private static void write(JsonGenerator json, RunUsage.Sum sum) {
        json.writeStartObject();
        json.writeStringProperty("at", sum.at().toString());
        json.writeNumberProperty("cores", sum.cores());
        json.writeNumberProperty("residentBytes", sum.residentBytes());
        json.writeEndObject();
    }

    private static RunUsage.Sum sum(Fields fields) {
        return new RunUsage.Sum(
                fields.instant("at"), fields.real("cores"), fields.number("residentBytes"));
    }
}
