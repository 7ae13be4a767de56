package dev.muster.agent.launch;

import static dev.muster.agent.launch.LaunchField.LOCAL_ADDRESS;
import static dev.muster.agent.launch.LaunchField.MASTER_ADDRESS;
import static dev.muster.agent.launch.LaunchField.MASTER_PORT;
import static dev.muster.agent.launch.LaunchField.MONITOR_INTERVAL;
import static dev.muster.agent.launch.LaunchField.NODES;
import static dev.muster.agent.launch.LaunchField.NODE_RANK;
import static dev.muster.agent.launch.LaunchField.RENDEZVOUS;
import static dev.muster.agent.launch.LaunchField.RENDEZVOUS_CONFIG;
import static dev.muster.agent.launch.LaunchField.RENDEZVOUS_ENDPOINT;
import static dev.muster.agent.launch.LaunchField.RENDEZVOUS_ID;

import dev.muster.agent.job.JobNodes;
import dev.muster.agent.rendezvous.RendezvousBackend;
import dev.muster.agent.rendezvous.RendezvousConfig;
import dev.muster.agent.rendezvous.RendezvousEndpoint;
import dev.muster.agent.rendezvous.RendezvousHandlerRegistry;
import dev.muster.agent.rendezvous.RendezvousParameters;
import dev.muster.agent.rendezvous.RendezvousSettings;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The fields that speak of the other nodes of the job (elastic-agent §5.1 to §5.3). */
final class NodeChecks {
    private static final Pattern COUNTS =
            Pattern.compile("(?<min>[0-9]{1,6})(:(?<max>[0-9]{1,6}))?");
    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,6}");
    private static final String ETCD = "etcd-v3";
    private static final String STATIC = "static";
    private static final String C10D = "c10d";
    private static final String IS_HOST = "is_host";
    private static final String TORCHRUNS_ADDRESS = "127.0.0.1";
    private static final String TORCHRUNS_PORT = "29500";

    /** What torchrun's launcher puts in for all, and only the static backend goes by. */
    private static final String TORCHRUNS_TIMEOUT = "900";

    private static final String TIMEOUT = "timeout";
    private static final String RANK = "rank";

    private final LaunchDraft draft;
    private final Findings findings;

    NodeChecks(LaunchDraft draft, Findings findings) {
        this.draft = draft;
        this.findings = findings;
    }

    /**
     * Whether nobody else can be in the job, and nobody has to be met. A c10d endpoint makes a
     * rendezvous also for one node, as in torchrun: jobs that name the same one share its store,
     * and another node of that run id is a spare. Without one there is none, where torchrun's would
     * be at port 29400 of this machine, and nobody is missed.
     */
    boolean isAlone() {
        var counts = COUNTS.matcher(draft.text(NODES).isEmpty() ? "1" : draft.text(NODES));
        if (!counts.matches()) return false;
        String most = counts.group("max") == null ? counts.group("min") : counts.group("max");
        return Integer.parseInt(most) == 1
                && Integer.parseInt(counts.group("min")) == 1
                && OneNodeChecks.meansHere(draft)
                && switch (backend()) {
                    case STATIC -> true;
                    case C10D -> !OneNodeChecks.isPlace(draft);
                    default -> false;
                };
    }

    /**
     * What would be wrong with the options if somebody had to be met is wrong with those of one
     * node too, which would be started with others by the next line.
     */
    void checkAlone() {
        Optional<Map<String, String>> options = options();
        if (options.isEmpty()) return;
        var _ = makesSense(new JobNodes(1, 1, 0, C10D, "", options.get(), given(LOCAL_ADDRESS)));
    }

    /** How the others are met; empty when something is wrong with it. */
    Optional<JobNodes> nodes() {
        var counts = COUNTS.matcher(draft.text(NODES).isEmpty() ? "1" : draft.text(NODES));
        if (!counts.matches()) {
            findings.add(
                    NODES,
                    "nnodes=%s is not in \"MIN:MAX\" format; give a number, or two like 1:4"
                            .formatted(draft.text(NODES)));
            return Optional.empty();
        }
        int min = Integer.parseInt(counts.group("min"));
        int max = counts.group("max") == null ? min : Integer.parseInt(counts.group("max"));
        if (min < 1 || max < min) {
            findings.add(
                    NODES,
                    "min_nodes must be > 0 and <= max_nodes, got min_nodes=%d, max_nodes=%d; give a number, or two like 1:4"
                            .formatted(min, max));
            return Optional.empty();
        }
        if (!isBackend(backend())) return Optional.empty();
        String rank = draft.text(NODE_RANK).isEmpty() ? "0" : draft.text(NODE_RANK);
        if (!WHOLE.matcher(rank).matches()) return refuse(NODE_RANK, "a whole number of 0 or more");
        int nodeRank = Integer.parseInt(rank);
        if (backend().equals(STATIC) && nodeRank >= max) {
            return refuse(NODE_RANK, "0 to %d, with %d nodes".formatted(max - 1, max));
        }
        Optional<String> endpoint = endpoint();
        Optional<Map<String, String>> config = config(nodeRank);
        if (endpoint.isEmpty() || config.isEmpty()) return Optional.empty();
        var nodes =
                new JobNodes(
                        min,
                        max,
                        nodeRank,
                        backend(),
                        endpoint.get(),
                        config.get(),
                        given(LOCAL_ADDRESS));
        return makesSense(nodes) ? Optional.of(nodes) : Optional.empty();
    }

    /** The draft with its place to meet in one field. */
    LaunchDraft inAForm() {
        boolean told =
                backend().equals(STATIC)
                        && given(RENDEZVOUS_ENDPOINT).isEmpty()
                        && (given(MASTER_ADDRESS).isPresent() || given(MASTER_PORT).isPresent());
        LaunchDraft placed =
                told ? draft.with(RENDEZVOUS_ENDPOINT, staticPlace()).with(MASTER_PORT, "") : draft;
        return placed.with(MASTER_ADDRESS, "").with(MONITOR_INTERVAL, "");
    }

    private String staticPlace() {
        return given(MASTER_ADDRESS).map(NodeChecks::bracketed).orElse(TORCHRUNS_ADDRESS)
                + ":"
                + given(MASTER_PORT).orElse(TORCHRUNS_PORT);
    }

    private String backend() {
        return given(RENDEZVOUS).orElse(STATIC);
    }

    private boolean isBackend(String name) {
        var registry = new RendezvousHandlerRegistry();
        registry.registerAll(
                ServiceLoader.load(RendezvousBackend.class).iterator(),
                broken -> findings.add(RENDEZVOUS, broken));
        SortedSet<String> names = registry.names();
        if (names.contains(name)) return true;
        String known = String.join(" or ", names);
        boolean unmaintained = name.equals("etcd") || name.equals("etcd-v2");
        refuse(
                RENDEZVOUS,
                unmaintained
                        ? known + ", since its etcd API is no longer maintained; use " + ETCD
                        : known);
        return false;
    }

    private Optional<String> endpoint() {
        String text = draft.text(RENDEZVOUS_ENDPOINT);
        if (backend().equals(STATIC) && text.isEmpty()) {
            text = staticPlace();
        }
        try {
            var endpoint =
                    backend().equals(ETCD)
                            ? RendezvousEndpoint.parseAll(text, 0).getFirst()
                            : RendezvousEndpoint.parse(text, 0);
            if (!backend().equals(STATIC) || endpoint.port() > 0) return Optional.of(text);
            findings.add(RENDEZVOUS_ENDPOINT, portMissing(text, endpoint.host()));
        } catch (IllegalArgumentException e) {
            findings.add(RENDEZVOUS_ENDPOINT, String.valueOf(e.getMessage()));
        }
        return Optional.empty();
    }

    private Optional<Map<String, String>> config(int nodeRank) {
        Optional<Map<String, String>> given = options();
        if (given.isEmpty()) return given;
        var options = new HashMap<>(given.get());
        if (options.getOrDefault("store_type", "tcp").strip().equalsIgnoreCase("file")) {
            findings.add(
                    RENDEZVOUS_CONFIG,
                    "found \"store_type=file\", which this version does not have; leave it out and"
                            + " give an endpoint, as in --rdzv-endpoint host:29400");
            return Optional.empty();
        }
        if (backend().equals(STATIC)) {
            options.putIfAbsent(TIMEOUT, TORCHRUNS_TIMEOUT);
            options.put(RANK, Integer.toString(nodeRank));
        }
        return Optional.of(options);
    }

    /** The options as somebody gave them, of which {@link #config} made these. */
    static Map<String, String> given(JobNodes nodes) {
        var options = new TreeMap<>(nodes.config());
        if (!nodes.backend().equals(STATIC)) return options;
        options.remove(RANK);
        options.remove(TIMEOUT, TORCHRUNS_TIMEOUT);
        return options;
    }

    private Optional<Map<String, String>> options() {
        var options = new HashMap<String, String>();
        try {
            RendezvousConfig.parse(draft.text(RENDEZVOUS_CONFIG))
                    .options()
                    .forEach((key, value) -> options.put(key, value.toString()));
            return Optional.of(options);
        } catch (IllegalArgumentException e) {
            findings.add(RENDEZVOUS_CONFIG, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** What the backend would refuse later. */
    private boolean makesSense(JobNodes nodes) {
        var config = new RendezvousConfig(Map.copyOf(nodes.config()));
        try {
            var _ =
                    RendezvousSettings.from(
                            new RendezvousParameters(
                                    nodes.backend(),
                                    nodes.endpoint(),
                                    given(RENDEZVOUS_ID).orElse("none"),
                                    nodes.min(),
                                    nodes.max(),
                                    nodes.localAddress(),
                                    config));
            if (nodes.backend().equals(C10D)) config.getAsBool(IS_HOST);
            return true;
        } catch (IllegalArgumentException | ArithmeticException e) {
            findings.add(RENDEZVOUS_CONFIG, String.valueOf(e.getMessage()));
            return false;
        }
    }

    private Optional<String> given(LaunchField field) {
        return Optional.of(draft.text(field)).filter(text -> !text.isEmpty());
    }

    static String portMissing(String endpoint, String host) {
        return "found \"%s\", expected a port, as in %s:%s"
                .formatted(endpoint, bracketed(host), TORCHRUNS_PORT);
    }

    private static String bracketed(String host) {
        return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    private Optional<JobNodes> refuse(LaunchField field, String expected) {
        findings.add(field, "found \"%s\", expected %s".formatted(draft.text(field), expected));
        return Optional.empty();
    }
}
