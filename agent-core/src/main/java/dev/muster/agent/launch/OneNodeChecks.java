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

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The fields that speak of nodes, where there is one only: accepted as long as they mean this
 * machine and no other.
 */
final class OneNodeChecks {
    private static final Pattern ENDPOINT =
            Pattern.compile("(?<host>\\[[^\\]]*]|::1|[^:]*)(:(?<port>\\d{1,5}))?");
    private static final Pattern FIRST = Pattern.compile("0?");
    private static final Pattern ANY = Pattern.compile("[0-9]{0,6}");
    private static final Set<String> HERE = Set.of("", "localhost", "127.0.0.1", "::1", "[::1]");

    /** torchrun's default id. */
    private static final String NAMELESS = "none";

    private static final List<LaunchField> FIELDS =
            List.of(
                    NODES,
                    NODE_RANK,
                    MASTER_ADDRESS,
                    RENDEZVOUS,
                    RENDEZVOUS_ENDPOINT,
                    RENDEZVOUS_CONFIG,
                    LOCAL_ADDRESS,
                    MONITOR_INTERVAL);

    private final LaunchDraft draft;
    private final Findings findings;

    OneNodeChecks(LaunchDraft draft, Findings findings) {
        this.draft = draft;
        this.findings = findings;
    }

    /** The draft without these fields; what they said that matters on one node is in the others. */
    static LaunchDraft reduce(LaunchDraft draft, Findings findings) {
        int port = new OneNodeChecks(draft, findings).portOfEndpoint();
        LaunchDraft reduced = draft;
        for (LaunchField field : FIELDS) reduced = reduced.with(field, "");
        if (port > 0 && draft.text(MASTER_PORT).isEmpty()) {
            reduced = reduced.with(MASTER_PORT, Integer.toString(port));
        }
        Optional<String> id = rendezvousId(draft, true);
        return id.equals(rendezvousId(reduced, true))
                ? reduced
                : reduced.with(RENDEZVOUS_ID, id.orElse(""));
    }

    /**
     * The job's id. torchrun makes one up where it makes up the meeting place too, and only there
     * (elastic-agent §5.3); ours is the run's own then, and absent here.
     */
    static Optional<String> rendezvousId(LaunchDraft draft, boolean alone) {
        String given = draft.text(RENDEZVOUS_ID);
        boolean madeUp =
                alone
                        && Set.of("", "static").contains(draft.text(RENDEZVOUS))
                        && draft.text(RENDEZVOUS_ENDPOINT).isEmpty()
                        && draft.text(MASTER_PORT).isEmpty();
        if (given.isEmpty()) return madeUp ? Optional.empty() : Optional.of(NAMELESS);
        return Optional.of(given);
    }

    /** Whether no field names another machine. */
    static boolean meansHere(LaunchDraft draft) {
        var parts = ENDPOINT.matcher(draft.text(RENDEZVOUS_ENDPOINT));
        return parts.matches()
                && HERE.contains(parts.group("host"))
                && HERE.contains(draft.text(MASTER_ADDRESS));
    }

    /** Whether the endpoint is one that others can find, which that of any free port is not. */
    static boolean isPlace(LaunchDraft draft) {
        var parts = ENDPOINT.matcher(draft.text(RENDEZVOUS_ENDPOINT));
        if (!parts.matches() || draft.text(RENDEZVOUS_ENDPOINT).isEmpty()) return false;
        String port = parts.group("port");
        return port == null || Integer.parseInt(port) > 0;
    }

    /** Checks them all; answers the port that the rendezvous endpoint names, 0 for none. */
    int portOfEndpoint() {
        // one that meets nobody has rank 0 whatever it is told; see NodeRemarks
        var rank = NodeRemarks.isTold(draft) ? FIRST : ANY;
        if (!rank.matcher(draft.text(NODE_RANK)).matches()) {
            refuse(NODE_RANK, "0, since the job has this node only");
        }
        if (!HERE.contains(draft.text(MASTER_ADDRESS))) {
            refuse(MASTER_ADDRESS, "localhost, 127.0.0.1 or ::1, since the job has this node only");
        }
        if (!isInterval(draft.text(MONITOR_INTERVAL))) {
            refuse(MONITOR_INTERVAL, "seconds, more than 0");
        }
        return endpoint();
    }

    private int endpoint() {
        var parts = ENDPOINT.matcher(draft.text(RENDEZVOUS_ENDPOINT));
        if (!parts.matches() || !HERE.contains(parts.group("host"))) {
            refuse(
                    RENDEZVOUS_ENDPOINT,
                    "localhost, 127.0.0.1 or [::1] with a port or without, since the job has this"
                            + " node only");
            return 0;
        }
        if (draft.text(RENDEZVOUS_ENDPOINT).isEmpty()) return 0;
        if (parts.group("host").isEmpty()) {
            refuse(RENDEZVOUS_ENDPOINT, "a host before the port, as in localhost:29500");
            return 0;
        }
        String port = parts.group("port");
        if (port == null) {
            if (Set.of("", "static").contains(draft.text(RENDEZVOUS))) {
                findings.add(
                        RENDEZVOUS_ENDPOINT,
                        NodeChecks.portMissing(
                                draft.text(RENDEZVOUS_ENDPOINT), parts.group("host")));
            }
            return 0;
        }
        if (Integer.parseInt(port) > 65535) {
            refuse(RENDEZVOUS_ENDPOINT, "a port from 0 to 65535");
            return 0;
        }
        return Integer.parseInt(port);
    }

    private static boolean isInterval(String text) {
        if (text.isEmpty()) return true;
        try {
            return Double.parseDouble(text) > 0;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    private void refuse(LaunchField field, String expected) {
        findings.add(field, "found \"%s\", expected %s".formatted(draft.text(field), expected));
    }
}
