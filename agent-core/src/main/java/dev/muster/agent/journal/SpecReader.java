package dev.muster.agent.journal;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LinePrefix;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.NumaBinding;
import dev.muster.agent.job.NumaMode;
import dev.muster.agent.job.SaveFirst;
import dev.muster.agent.job.StdByRank;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerDevices;
import dev.muster.agent.job.WorkerStreams;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads what {@link SpecJson} writes. What it leaves out comes back empty. */
public final class SpecReader {
    private SpecReader() {}

    /**
     * Reads the text of a {@code spec.json}.
     *
     * @throws UnreadableRecord when it is none, or one of its fields is not what it should be
     */
    public static JobSpec read(String text) {
        return read(Fields.parse(text));
    }

    static JobSpec read(Fields fields) {
        try {
            return new JobSpec(
                    entrypoint(fields),
                    fields.maybe("python", name -> path(fields, name)),
                    fields.texts("arguments"),
                    fields.integer("workers"),
                    fields.integer("maxRestarts"),
                    fields.text("role"),
                    fields.maybe("rendezvousId", fields::text),
                    fields.maybe("nodes", name -> nodes(fields.object(name))),
                    path(fields, "workingDirectory"),
                    fields.maybe("environment", fields::textByName).orElse(Map.of()),
                    devices(fields),
                    streams(fields),
                    fields.maybe("masterPort", fields::integer),
                    stopping(fields));
        } catch (IllegalArgumentException e) {
            throw new UnreadableRecord(String.valueOf(e.getMessage()), e);
        }
    }

    private static StopTerms stopping(Fields fields) {
        return new StopTerms(
                fields.seconds("graceSeconds"),
                fields.maybe(
                                "saveSignal",
                                name ->
                                        fields.as(
                                                name, EventReader::signal, "the name of a signal"))
                        .map(signal -> new SaveFirst(signal, fields.seconds("saveSeconds"))),
                fields.maybe("signalsToHandle", fields::texts)
                        .map(names -> names.stream().map(EventReader::signal).toList())
                        .orElse(StopTerms.DEFAULT_SIGNALS));
    }

    private static Entrypoint entrypoint(Fields fields) {
        if (fields.has("script")) return new Entrypoint.Script(fields.text("script"));
        if (fields.has("module")) return new Entrypoint.Module(fields.text("module"));
        if (fields.has("program")) return new Entrypoint.Program(fields.text("program"));
        if (fields.has("function")) {
            return fields.as("function", Entrypoint.Function::parse, "package.module:function");
        }
        if (fields.has("javaFunction")) {
            return fields.as("javaFunction", Entrypoint.JavaFunction::parse, "package.Class::name");
        }
        throw new UnreadableRecord(
                "found nothing to run, expected a script, module, program or function");
    }

    private static JobNodes nodes(Fields fields) {
        return new JobNodes(
                fields.integer("min"),
                fields.integer("max"),
                fields.integer("nodeRank"),
                fields.text("backend"),
                fields.text("endpoint"),
                fields.textByName("config"),
                fields.maybe("localAddress", fields::text));
    }

    private static WorkerDevices devices(Fields fields) {
        return new WorkerDevices(
                fields.maybe("virtualLocalRank", fields::flag).orElse(false),
                fields.maybe("numaBinding", name -> numa(fields.object(name))));
    }

    private static NumaBinding numa(Fields fields) {
        return new NumaBinding(
                fields.as("mode", SpecReader::numaMode, "a mode of binding"),
                fields.texts("processors"));
    }

    private static NumaMode numaMode(String text) {
        return NumaMode.of(text).orElseThrow(IllegalArgumentException::new);
    }

    private static WorkerStreams streams(Fields fields) {
        var duplicates = new EnumMap<LogStream, List<String>>(LogStream.class);
        for (LogStream stream : LogStream.values()) {
            fields.maybe(stream.word() + "Duplicates", fields::texts)
                    .ifPresent(texts -> duplicates.put(stream, texts));
        }
        return new WorkerStreams(
                std(fields, "redirects"),
                std(fields, "tee"),
                fields.maybe("logDir", name -> path(fields, name)),
                Set.copyOf(fields.maybe("localRanksFilter", fields::integers).orElse(List.of())),
                duplicates,
                fields.maybe("linePrefix", name -> new LinePrefix(fields.text(name)))
                        .orElse(LinePrefix.DEFAULT));
    }

    private static StdByRank std(Fields fields, String name) {
        return fields.as(name, StdByRank::parse, "streams as the flag takes them");
    }

    private static Path path(Fields fields, String name) {
        return fields.as(name, Path::of, "a path");
    }
}
