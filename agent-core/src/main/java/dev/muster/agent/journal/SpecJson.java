package dev.muster.agent.journal;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LinePrefix;
import dev.muster.agent.job.NumaBinding;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerStreams;

import tools.jackson.core.JsonGenerator;

import java.util.TreeMap;

/**
 * A job spec as JSON: {@code spec.json} of a run's folder, and a part of its first event. Values of
 * environment variables may be secrets: they stand only where a run could not be started without,
 * and elsewhere the names say what was set.
 */
public final class SpecJson {
    private SpecJson() {}

    /** Without the values of the environment. */
    public static String text(JobSpec spec) {
        return JsonText.object(json -> writeFields(json, spec));
    }

    /** All that it takes to start the same again: for files that only this user may read. */
    public static String withValues(JobSpec spec) {
        return JsonText.object(
                json -> {
                    writeFields(json, spec);
                    json.writeObjectPropertyStart("environment");
                    new TreeMap<>(spec.environment()).forEach(json::writeStringProperty);
                    json.writeEndObject();
                });
    }

    /** As one object. */
    public static void write(JsonGenerator json, JobSpec spec) {
        json.writeStartObject();
        writeFields(json, spec);
        json.writeEndObject();
    }

    /** As properties of the object that is being written. */
    public static void writeFields(JsonGenerator json, JobSpec spec) {
        switch (spec.entrypoint()) {
            case Entrypoint.Script(var file) -> json.writeStringProperty("script", file);
            case Entrypoint.Module(var name) -> json.writeStringProperty("module", name);
            case Entrypoint.Program(var command) -> json.writeStringProperty("program", command);
            case Entrypoint.Function function ->
                    json.writeStringProperty("function", function.shortName());
            case Entrypoint.JavaFunction function ->
                    json.writeStringProperty("javaFunction", function.shortName());
        }
        spec.python().ifPresent(path -> json.writeStringProperty("python", path.toString()));
        json.writeArrayPropertyStart("arguments");
        spec.arguments().forEach(json::writeString);
        json.writeEndArray();
        json.writeNumberProperty("workers", spec.workers());
        json.writeNumberProperty("maxRestarts", spec.maxRestarts());
        json.writeStringProperty("role", spec.role());
        spec.rendezvousId().ifPresent(id -> json.writeStringProperty("rendezvousId", id));
        spec.nodes().ifPresent(nodes -> write(json, nodes));
        json.writeStringProperty("workingDirectory", spec.workingDirectory().toString());
        json.writeArrayPropertyStart("environmentNames");
        spec.environment().keySet().stream().sorted().forEach(json::writeString);
        json.writeEndArray();
        if (spec.devices().virtualLocalRank()) {
            json.writeBooleanProperty("virtualLocalRank", true);
        }
        spec.devices().numa().ifPresent(numa -> write(json, numa));
        write(json, spec.streams());
        spec.masterPort().ifPresent(port -> json.writeNumberProperty("masterPort", port));
        write(json, spec.stopping());
    }

    private static void write(JsonGenerator json, JobNodes nodes) {
        json.writeObjectPropertyStart("nodes");
        json.writeNumberProperty("min", nodes.min());
        json.writeNumberProperty("max", nodes.max());
        json.writeNumberProperty("nodeRank", nodes.nodeRank());
        json.writeStringProperty("backend", nodes.backend());
        json.writeStringProperty("endpoint", nodes.endpoint());
        json.writeObjectPropertyStart("config");
        new TreeMap<>(nodes.config()).forEach(json::writeStringProperty);
        json.writeEndObject();
        nodes.localAddress()
                .ifPresent(address -> json.writeStringProperty("localAddress", address));
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, StopTerms stopping) {
        json.writeNumberProperty("graceSeconds", stopping.grace().toMillis() / 1000.0);
        stopping.saveFirst()
                .ifPresent(
                        save -> {
                            json.writeStringProperty("saveSignal", save.signal().name());
                            json.writeNumberProperty(
                                    "saveSeconds", save.within().toMillis() / 1000.0);
                        });
        if (stopping.signals().equals(StopTerms.DEFAULT_SIGNALS)) return;
        json.writeArrayPropertyStart("signalsToHandle");
        stopping.signals().forEach(signal -> json.writeString(signal.name()));
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, NumaBinding numa) {
        json.writeObjectPropertyStart("numaBinding");
        json.writeStringProperty("mode", numa.mode().flag());
        json.writeArrayPropertyStart("processors");
        numa.processors().forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, WorkerStreams streams) {
        json.writeStringProperty("redirects", streams.redirects().flag());
        json.writeStringProperty("tee", streams.tee().flag());
        streams.logDir().ifPresent(path -> json.writeStringProperty("logDir", path.toString()));
        if (!streams.localRanksFilter().isEmpty()) {
            json.writeArrayPropertyStart("localRanksFilter");
            streams.localRanksFilter().stream().sorted().forEach(json::writeNumber);
            json.writeEndArray();
        }
        new TreeMap<>(streams.duplicates())
                .forEach(
                        (stream, texts) -> {
                            json.writeArrayPropertyStart(stream.word() + "Duplicates");
                            texts.forEach(json::writeString);
                            json.writeEndArray();
                        });
        if (!streams.prefix().equals(LinePrefix.DEFAULT)) {
            json.writeStringProperty("linePrefix", streams.prefix().template());
        }
    }
}
