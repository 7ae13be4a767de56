package dev.muster.agent.launch;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LinePrefix;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StdByRank;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerStreams;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A torchrun line as people paste it, and as they can take it away again. */
public final class TorchrunLine {
    private TorchrunLine() {}

    /**
     * Reads {@code torchrun …}, {@code python -m torch.distributed.run …}, {@code python -m
     * torch.distributed.launch …} or {@code muster run …}, with what usually stands around it:
     * {@code cd} and {@code export} before, {@code VAR=value} in front, continued lines, a pipe
     * behind. {@code accelerate launch …}, {@code deepspeed …}, {@code srun …} and a script for
     * sbatch are read as far as they mean what torchrun can. Whatever cannot be taken over is named
     * in the problems, and the rest is in the draft. Variables are looked up in this process's
     * environment.
     */
    public static LaunchReading parse(String line) {
        return parse(line, System.getenv());
    }

    static LaunchReading parse(String line, Map<String, String> environment) {
        return new PastedLine(line, environment).read();
    }

    /**
     * The line that does the same in a terminal: torchrun's flags only, those with their default
     * left out. What torchrun cannot run, a function, makes it a {@link MusterLine}. It begins with
     * {@code cd}, so it can be pasted anywhere on the same machine.
     */
    public static String of(JobSpec spec) {
        if (spec.entrypoint() instanceof Entrypoint.Callable) return MusterLine.of(spec);
        var words = new ArrayList<>(launcher(spec));
        words.addAll(flags(spec));
        if (!spec.stopping().grace().equals(StopTerms.DEFAULT_GRACE)) {
            // torchrun takes whole seconds only
            long seconds = Math.ceilDiv(spec.stopping().grace().toMillis(), 1000L);
            words.addAll(List.of("--shutdown-timeout", Long.toString(seconds)));
        }
        return line(spec, variables(spec), words);
    }

    /** A launcher with its flags, what it starts, and where. */
    static String line(JobSpec spec, Map<String, String> variables, List<String> launcher) {
        var words = new ArrayList<>(launcher);
        words.addAll(entrypoint(spec));
        words.addAll(spec.arguments());
        String set =
                new TreeMap<>(variables)
                        .entrySet().stream()
                                .map(
                                        each ->
                                                each.getKey()
                                                        + "="
                                                        + ShellWords.quote(each.getValue()))
                                .map(each -> each + " ")
                                .collect(Collectors.joining());
        return "cd "
                + ShellWords.quote(spec.workingDirectory().toString())
                + " && "
                + set
                + ShellWords.join(words);
    }

    /** With the line prefix, which torchrun has no flag for before 2.14. */
    private static Map<String, String> variables(JobSpec spec) {
        var variables = new TreeMap<>(spec.environment());
        String prefix = spec.streams().prefix().template();
        if (!prefix.equals(LinePrefix.DEFAULT.template())) {
            variables.put(StreamChecks.PREFIX_VARIABLE, prefix);
        }
        return variables;
    }

    private static List<String> launcher(JobSpec spec) {
        var words = new ArrayList<String>();
        spec.python()
                .ifPresentOrElse(
                        python ->
                                words.addAll(
                                        List.of(python.toString(), "-m", "torch.distributed.run")),
                        () -> words.add("torchrun"));
        return words;
    }

    /** Those that torchrun and {@code muster run} understand alike. */
    static List<String> flags(JobSpec spec) {
        var flags = new ArrayList<String>();
        flags.addAll(List.of("--nproc-per-node", Integer.toString(spec.workers())));
        if (spec.maxRestarts() > 0) {
            flags.addAll(List.of("--max-restarts", Integer.toString(spec.maxRestarts())));
        }
        if (!spec.role().equals("default")) flags.addAll(List.of("--role", spec.role()));
        if (spec.devices().virtualLocalRank()) flags.add("--virtual-local-rank");
        spec.devices()
                .numa()
                .ifPresent(numa -> flags.addAll(List.of("--numa-binding", numa.mode().flag())));
        flags.addAll(rendezvous(spec));
        flags.addAll(streams(spec.streams()));
        if (!spec.stopping().signals().equals(StopTerms.DEFAULT_SIGNALS)) {
            flags.addAll(
                    List.of(
                            "--signals-to-handle",
                            spec.stopping().signals().stream()
                                    .map(Signal::name)
                                    .collect(Collectors.joining(","))));
        }
        return flags;
    }

    private static List<String> streams(WorkerStreams streams) {
        var flags = new ArrayList<String>();
        if (!streams.redirects().equals(StdByRank.NONE)) {
            flags.addAll(List.of("--redirects", streams.redirects().flag()));
        }
        if (!streams.tee().equals(StdByRank.NONE)) {
            flags.addAll(List.of("--tee", streams.tee().flag()));
        }
        streams.logDir().ifPresent(folder -> flags.addAll(List.of("--log-dir", folder.toString())));
        if (!streams.localRanksFilter().isEmpty()) {
            String ranks =
                    streams.localRanksFilter().stream()
                            .sorted()
                            .map(String::valueOf)
                            .collect(Collectors.joining(","));
            flags.add("--local-ranks-filter=" + ranks); // attached: it may begin with a minus
        }
        new TreeMap<>(streams.duplicates())
                .forEach(
                        (stream, texts) ->
                                flags.add(
                                        "--duplicate-%s-filters=%s"
                                                .formatted(
                                                        stream.word(),
                                                        StreamChecks.commaSeparated(texts))));
        return flags;
    }

    /** With neither port nor id torchrun makes up both; it takes an id only beside one of these. */
    private static List<String> rendezvous(JobSpec spec) {
        if (spec.nodes().isPresent()) return rendezvous(spec, spec.nodes().get());
        var flags = new ArrayList<String>();
        spec.masterPort()
                .ifPresent(port -> flags.addAll(List.of("--master-port", Integer.toString(port))));
        spec.rendezvousId()
                .filter(id -> spec.masterPort().isEmpty() || !id.equals("none"))
                .ifPresent(
                        id -> {
                            if (spec.masterPort().isEmpty()) {
                                flags.addAll(List.of("--rdzv-backend", "c10d"));
                                flags.addAll(List.of("--rdzv-endpoint", "localhost:0"));
                            }
                            flags.addAll(List.of("--rdzv-id", id));
                        });
        return flags;
    }

    private static List<String> rendezvous(JobSpec spec, JobNodes nodes) {
        var flags = new ArrayList<String>();
        flags.addAll(List.of("--nnodes", "%d:%d".formatted(nodes.min(), nodes.max())));
        flags.addAll(List.of("--node-rank", Integer.toString(nodes.nodeRank())));
        flags.addAll(List.of("--rdzv-backend", nodes.backend()));
        if (!nodes.endpoint().isEmpty()) {
            flags.addAll(List.of("--rdzv-endpoint", nodes.endpoint()));
        }
        spec.rendezvousId().ifPresent(id -> flags.addAll(List.of("--rdzv-id", id)));
        var options = new TreeMap<>(nodes.config());
        options.remove("rank"); // torchrun puts it in itself
        if (!options.isEmpty()) {
            flags.addAll(
                    List.of(
                            "--rdzv-conf",
                            options.entrySet().stream()
                                    .map(option -> option.getKey() + "=" + option.getValue())
                                    .collect(Collectors.joining(","))));
        }
        nodes.localAddress().ifPresent(address -> flags.addAll(List.of("--local-addr", address)));
        return flags;
    }

    private static List<String> entrypoint(JobSpec spec) {
        return switch (spec.entrypoint()) {
            case Entrypoint.Script(var file) -> List.of(file);
            case Entrypoint.Module(var name) -> List.of("--module", name);
            case Entrypoint.Program(var command) -> List.of("--no-python", command);
            case Entrypoint.Function function -> List.of("--function", function.shortName());
            case Entrypoint.JavaFunction function ->
                    List.of("--java-function", function.shortName());
        };
    }
}
