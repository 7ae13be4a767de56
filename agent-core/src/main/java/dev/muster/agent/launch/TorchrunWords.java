package dev.muster.agent.launch;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StdByRank;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerStreams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A spec in torchrun's words. */
final class TorchrunWords {
    private TorchrunWords() {}

    /** What starts torchrun with the spec's interpreter. */
    static List<String> launcher(JobSpec spec) {
        return inPython(spec, "torch.distributed.run", List.of("torchrun"));
    }

    /** A launcher that is a module of the spec's interpreter, or the command where it has none. */
    static List<String> inPython(JobSpec spec, String module, List<String> command) {
        return spec.python()
                .map(python -> List.of(python.toString(), "-m", module))
                .orElse(command);
    }

    /** Where nodes meet, for a launcher that takes host and port apart. */
    static List<String> place(JobNodes nodes, String hostFlag, String portFlag) {
        String endpoint = nodes.endpoint();
        int colon = endpoint.lastIndexOf(':');
        return colon < 0
                ? List.of(hostFlag, endpoint)
                : List.of(
                        hostFlag,
                        endpoint.substring(0, colon),
                        portFlag,
                        endpoint.substring(colon + 1));
    }

    /** The words as launchers have them that take underscores only. */
    static List<String> underscored(List<String> entrypoint) {
        return entrypoint.stream()
                .map(word -> word.equals("--no-python") ? "--no_python" : word)
                .toList();
    }

    /** Those that muster run understands alike, but for the ones with their default. */
    static List<String> flags(JobSpec spec) {
        return flags(spec, spec.nodes());
    }

    /** Likewise, for other nodes than the spec's. */
    static List<String> flags(JobSpec spec, Optional<JobNodes> nodes) {
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
        flags.addAll(nodes.map(others -> rendezvous(spec, others)).orElseGet(() -> alone(spec)));
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

    /** How long a worker has to end, in whole seconds: torchrun takes no others. */
    static List<String> grace(JobSpec spec) {
        Duration grace = spec.stopping().grace();
        if (grace.equals(StopTerms.DEFAULT_GRACE)) return List.of();
        return List.of("--shutdown-timeout", wholeSeconds(grace));
    }

    static String wholeSeconds(Duration time) {
        return Long.toString(Math.ceilDiv(time.toMillis(), 1000L));
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
    private static List<String> alone(JobSpec spec) {
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
        if (nodes.backend().equals("static") || nodes.nodeRank() > 0) {
            flags.addAll(List.of("--node-rank", Integer.toString(nodes.nodeRank())));
        }
        flags.addAll(List.of("--rdzv-backend", nodes.backend()));
        if (!nodes.endpoint().isEmpty()) {
            flags.addAll(List.of("--rdzv-endpoint", nodes.endpoint()));
        }
        spec.rendezvousId().ifPresent(id -> flags.addAll(List.of("--rdzv-id", id)));
        String options = DraftOfSpec.options(nodes);
        if (!options.isEmpty()) flags.addAll(List.of("--rdzv-conf", options));
        nodes.localAddress().ifPresent(address -> flags.addAll(List.of("--local-addr", address)));
        return flags;
    }

    /** What is run, with the flag before it that says of which kind it is. */
    static List<String> entrypoint(JobSpec spec) {
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
