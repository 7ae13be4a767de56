package dev.muster.agent.rendezvous;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a node wants to do to the shared state, told to whoever writes next, so that one write can
 * be that of many nodes. It is what the node's rules decided, and holds for the round in which they
 * did; done by another, it changes the state exactly as the node's own write would have.
 *
 * @param wall the node's own time, for its heartbeat
 * @param lastCall the node's own last-call time
 */
public record Wish(
        Node node,
        RendezvousChange change,
        long round,
        int minNodes,
        int maxNodes,
        Duration lastCall,
        Instant wall) {
    private static final Pattern TEXT =
            Pattern.compile(
                    "([A-Z_]{1,40}) (\\d{1,18}) (\\d{1,9}) (\\d{1,9}) (\\d{1,12}) (\\d{1,18})"
                            + " (.+)_(\\d{1,18})_(\\d{1,18})");
    private static final long MICROS = 1_000_000;

    public static Wish of(
            Node node,
            RendezvousChange change,
            RendezvousState decidedOn,
            RendezvousSettings settings,
            Instant wall) {
        return new Wish(
                node,
                change,
                decidedOn.round(),
                settings.minNodes(),
                settings.maxNodes(),
                settings.timeouts().lastCall(),
                wall);
    }

    /** Whether another may do this; the rest is for each node itself. */
    public boolean isForOthers() {
        return switch (change) {
            case KEEP_ALIVE, ADD_TO_PARTICIPANTS, REMOVE_FROM_PARTICIPANTS -> true;
            case ADD_TO_WAIT_LIST,
                    ADD_TO_REDUNDANCY_LIST,
                    REMOVE_FROM_WAIT_LIST,
                    REMOVE_FROM_REDUNDANCY_LIST,
                    START_LAST_CALL,
                    MARK_RENDEZVOUS_COMPLETE,
                    MARK_RENDEZVOUS_CLOSED ->
                    false;
        };
    }

    /**
     * The state after it is done; empty where the node would no longer decide so.
     *
     * @param ours of whoever does it, for what does not matter here
     */
    public Optional<RendezvousState> doneIn(RendezvousState state, RendezvousSettings ours) {
        if (!isForOthers() || state.round() != round || !makesSense(state)) {
            return Optional.empty();
        }
        var timeouts = ours.timeouts();
        var theirs =
                new RendezvousSettings(
                        ours.runId(),
                        minNodes,
                        maxNodes,
                        new RendezvousTimeouts(
                                timeouts.join(), lastCall, timeouts.close(), timeouts.heartbeat()),
                        ours.keepAliveInterval(),
                        ours.keepAliveMaxAttempt(),
                        ours.onNodeLoss());
        return Optional.of(change.in(state, node, theirs, wall));
    }

    private boolean makesSense(RendezvousState state) {
        boolean isIn = state.participants().containsKey(node);
        if (change == RendezvousChange.KEEP_ALIVE) return state.lastHeartbeats().containsKey(node);
        if (change == RendezvousChange.REMOVE_FROM_PARTICIPANTS) return isIn;
        return !state.closed()
                && !state.complete()
                && !isIn
                && !state.redundancyList().contains(node)
                && state.participants().size() < maxNodes;
    }

    /** On one line, as {@link #parse} reads it. */
    public String text() {
        long micros = wall.getEpochSecond() * MICROS + wall.getNano() / 1_000;
        return "%s %d %d %d %d %d %s"
                .formatted(change, round, minNodes, maxNodes, lastCall.toMillis(), micros, node);
    }

    /** Empty where {@code text} is nothing of the kind. */
    public static Optional<Wish> parse(String text) {
        Matcher found = TEXT.matcher(text);
        if (!found.matches()) return Optional.empty();
        long micros = Long.parseLong(found.group(6));
        try {
            return Optional.of(
                    new Wish(
                            new Node(
                                    found.group(7),
                                    Long.parseLong(found.group(8)),
                                    Long.parseLong(found.group(9))),
                            RendezvousChange.valueOf(found.group(1)),
                            Long.parseLong(found.group(2)),
                            Integer.parseInt(found.group(3)),
                            Integer.parseInt(found.group(4)),
                            Duration.ofMillis(Long.parseLong(found.group(5))),
                            Instant.ofEpochSecond(micros / MICROS, micros % MICROS * 1_000)));
        } catch (IllegalArgumentException _) {
            return Optional.empty(); // a change that we do not know
        }
    }
}
