package dev.muster.agent.launch;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LinePrefix;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.NumaBinding;
import dev.muster.agent.job.SaveFirst;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StdByRank;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerStreams;
import dev.muster.agent.launch.LaunchDraft.Kind;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The way back from a spec to what a person would have typed for it. What is as it would be anyway
 * is left empty, so that a form stays as calm as it was; {@link LaunchChecks} makes the same spec
 * of the draft again.
 */
final class DraftOfSpec {
    private static final String OWN_NAME_LOST =
            "beside a store port, a job without an id is called none, and not by its run's own id";

    private final JobSpec spec;
    private final Map<String, String> surroundings;
    private final Map<LaunchField, String> texts = new EnumMap<>(LaunchField.class);
    private final Findings findings = new Findings();

    private DraftOfSpec(JobSpec spec, Map<String, String> surroundings) {
        this.spec = spec;
        this.surroundings = surroundings;
    }

    /**
     * @param surroundings the environment that the draft will be checked in: what the spec has from
     *     there is not typed
     */
    static LaunchReading of(JobSpec spec, Map<String, String> surroundings) {
        return new DraftOfSpec(spec, surroundings).read();
    }

    private LaunchReading read() {
        texts.put(LaunchField.SCRIPT, script());
        spec.python().ifPresent(python -> texts.put(LaunchField.PYTHON, python.toString()));
        texts.put(LaunchField.WORKERS, Integer.toString(spec.workers()));
        unlessUsual(LaunchField.MAX_RESTARTS, Integer.toString(spec.maxRestarts()), "0");
        texts.put(LaunchField.WORKING_DIRECTORY, spec.workingDirectory().toString());
        unlessUsual(LaunchField.ROLE, spec.role(), "default");
        spec.rendezvousId().ifPresent(id -> texts.put(LaunchField.RENDEZVOUS_ID, id));
        spec.nodes().ifPresentOrElse(this::nodes, this::alone);
        streams(spec.streams());
        stopping(spec.stopping());
        if (spec.devices().virtualLocalRank()) {
            texts.put(LaunchField.VIRTUAL_LOCAL_RANK, LaunchField.ON);
        }
        spec.devices()
                .numa()
                .map(NumaBinding::mode)
                .ifPresent(mode -> texts.put(LaunchField.NUMA_BINDING, mode.flag()));
        var draft = new LaunchDraft(kind(), texts, spec.arguments(), typedVariables());
        return new LaunchReading(draft, findings.sorted());
    }

    private Kind kind() {
        return switch (spec.entrypoint()) {
            case Entrypoint.Script _ -> Kind.SCRIPT;
            case Entrypoint.Module _ -> Kind.MODULE;
            case Entrypoint.Program _ -> Kind.PROGRAM;
            case Entrypoint.Function _ -> Kind.FUNCTION;
            case Entrypoint.JavaFunction _ -> Kind.JAVA_FUNCTION;
        };
    }

    private String script() {
        return switch (spec.entrypoint()) {
            case Entrypoint.Script(var file) -> file;
            case Entrypoint.Module(var name) -> name;
            case Entrypoint.Program(var command) -> command;
            case Entrypoint.Callable function -> function.shortName();
        };
    }

    private void alone() {
        if (spec.masterPort().isEmpty()) return;
        texts.put(LaunchField.MASTER_PORT, Integer.toString(spec.masterPort().get()));
        if (spec.rendezvousId().isEmpty()) {
            findings.add(LaunchField.RENDEZVOUS_ID, OWN_NAME_LOST);
        }
    }

    private void nodes(JobNodes nodes) {
        boolean fixed = nodes.min() == nodes.max();
        texts.put(
                LaunchField.NODES,
                fixed ? "" + nodes.min() : "%d:%d".formatted(nodes.min(), nodes.max()));
        texts.put(LaunchField.RENDEZVOUS, nodes.backend());
        texts.put(LaunchField.RENDEZVOUS_ENDPOINT, nodes.endpoint());
        unlessUsual(LaunchField.NODE_RANK, Integer.toString(nodes.nodeRank()), "0");
        nodes.localAddress().ifPresent(address -> texts.put(LaunchField.LOCAL_ADDRESS, address));
        texts.put(LaunchField.RENDEZVOUS_CONFIG, options(nodes));
    }

    /** The backend's options as somebody gave them, in one text. */
    static String options(JobNodes nodes) {
        return NodeChecks.given(nodes).entrySet().stream()
                .map(option -> option.getKey() + "=" + option.getValue())
                .collect(Collectors.joining(","));
    }

    private void streams(WorkerStreams streams) {
        unlessUsual(LaunchField.REDIRECTS, streams.redirects().flag(), StdByRank.NONE.flag());
        unlessUsual(LaunchField.TEE, streams.tee().flag(), StdByRank.NONE.flag());
        streams.logDir()
                .map(Path::toString)
                .ifPresent(folder -> texts.put(LaunchField.LOG_DIR, folder));
        texts.put(
                LaunchField.LOCAL_RANKS_FILTER,
                streams.localRanksFilter().stream()
                        .sorted()
                        .map(String::valueOf)
                        .collect(Collectors.joining(",")));
        String prefix = streams.prefix().template();
        unlessUsual(
                LaunchField.LINE_PREFIX,
                prefix,
                variable(StreamChecks.PREFIX_VARIABLE, LinePrefix.DEFAULT.template()));
        streams.duplicates().forEach(this::duplicates);
    }

    private void duplicates(LogStream stream, List<String> lines) {
        texts.put(
                stream == LogStream.STDOUT
                        ? LaunchField.STDOUT_DUPLICATES
                        : LaunchField.STDERR_DUPLICATES,
                StreamChecks.commaSeparated(lines));
    }

    private void stopping(StopTerms stopping) {
        unlessUsual(
                LaunchField.GRACE,
                seconds(stopping.grace()),
                variable(StopChecks.GRACE_VARIABLE, seconds(StopTerms.DEFAULT_GRACE)));
        stopping.saveFirst()
                .ifPresent(
                        save -> {
                            texts.put(LaunchField.SAVE_SIGNAL, save.signal().name());
                            unlessUsual(
                                    LaunchField.SAVE_TIMEOUT,
                                    seconds(save.within()),
                                    seconds(SaveFirst.USUALLY_WITHIN));
                        });
        if (stopping.signals().equals(StopTerms.DEFAULT_SIGNALS)) return;
        texts.put(
                LaunchField.SIGNALS,
                stopping.signals().stream().map(Signal::name).collect(Collectors.joining(",")));
    }

    private Map<String, String> typedVariables() {
        var typed = new HashMap<>(spec.environment());
        typed.entrySet().removeAll(surroundings.entrySet());
        return typed;
    }

    /** What an empty field would come to. */
    private String variable(String name, String otherwise) {
        String value = spec.environment().getOrDefault(name, surroundings.getOrDefault(name, ""));
        return value.isEmpty() ? otherwise : value;
    }

    private void unlessUsual(LaunchField field, String text, String usual) {
        if (!text.equals(usual)) texts.put(field, text);
    }

    static String seconds(Duration time) {
        return BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros().toPlainString();
    }
}
