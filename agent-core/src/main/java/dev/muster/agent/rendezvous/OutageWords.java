package dev.muster.agent.rendezvous;

import java.time.Duration;
import java.util.Optional;

/**
 * What an operator reads while the place where the nodes meet does not answer: what was lost, with
 * whom, and what happens next and by when.
 *
 * @param limit when something happens
 */
record OutageWords(
        Standing at,
        RendezvousSettings settings,
        RendezvousInput.Unreachable outage,
        Optional<Duration> limit,
        Moment now) {
    String begins(boolean spare) {
        return "%s%s; %s".formatted(outage.because(), host(), next(spare));
    }

    private String host() {
        return outage.host()
                .map(
                        node ->
                                "; it was served by %s, last heard of %s ago"
                                        .formatted(name(node), Words.elapsed(silence(node))))
                .orElse("");
    }

    private String next(boolean spare) {
        String left = limit.map(when -> Words.span(when.minus(now.uptime()))).orElse("");
        return switch (at.seat()) {
            case Seat.Joined _ when limit.isEmpty() ->
                    "the workers run on without it, and this node looks for it";
            case Seat.Joined _ ->
                    switch (settings.onNodeLoss()) {
                        case REFORM ->
                                "the workers run on; with no answer in %s they are stopped, for a new round"
                                        .formatted(left);
                        case STOP ->
                                "the workers run on; with no answer in %s, %s"
                                        .formatted(left, Words.ENDS_THE_JOB);
                        case WAIT -> "the workers run on, and this node looks for it";
                    };
            case Seat.Joining _, Seat.Leaving(_, var _), Seat.Confirming _, Seat.Closing _ ->
                    "%s looks for it, given up in %s"
                            .formatted(spare ? "this spare" : "this node", left);
            case Seat.Outside _, Seat.Over _ -> "this node does not need it";
        };
    }

    /** Past the time that workers run on for. */
    String tooLong() {
        String then =
                switch (settings.onNodeLoss()) {
                    case REFORM -> "a new round can start once there is a store again";
                    case STOP -> Words.ENDS_THE_JOB;
                    case WAIT -> "the workers run on";
                };
        String since = Words.elapsed(now.uptime().minus(outage.since()));
        return outage.host()
                .map(
                        node ->
                                "%s is lost, silent for %s, and with it the store where the nodes meet; %s"
                                        .formatted(name(node), Words.elapsed(silence(node)), then))
                .orElseGet(
                        () ->
                                "there has been no store where the nodes meet for %s; %s"
                                        .formatted(since, then));
    }

    String lasts() {
        return "The rendezvous '%s' cannot be reached for %s now: %s"
                .formatted(
                        settings.runId(),
                        Words.elapsed(now.uptime().minus(outage.since())),
                        outage.because());
    }

    String givenUp() {
        return lasts() + host() + "; nobody serves it again, so this node gives up.";
    }

    /** The address; in full where another who was here shares it. */
    private String name(Node node) {
        boolean shared =
                at.memory().last().participants().keySet().stream()
                        .anyMatch(
                                other ->
                                        !other.equals(node)
                                                && other.address().equals(node.address()));
        return shared ? node.toString() : node.address();
    }

    /** At least as long as the store is silent, which would have told of any sign of life. */
    Duration silence(Node node) {
        Duration unanswered = now.uptime().minus(outage.since());
        Duration unheard = at.heard().silence(node, at.foreign(), now);
        return unheard.compareTo(unanswered) < 0 ? unanswered : unheard;
    }
}
