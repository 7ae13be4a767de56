package dev.muster.agent.rendezvous;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What an operator reads: who is here, who is missing, what happens next and when. */
final class Words {
    static final String ENDS_THE_JOB = "that ends the job";

    private static final int NAMED = 8;
    private static final Duration NOT_WORTH_TELLING = Duration.ofSeconds(1);

    private Words() {}

    static String gathering(View view) {
        int least = view.settings().minNodes();
        int most = view.settings().maxNodes();
        if (!view.isEnough()) {
            return "gathering: %s of at least %s; %d missing%s, given up in %s%s"
                    .formatted(
                            here(view),
                            nodes(least),
                            least - view.count(),
                            absent(view),
                            untilTimeout(view),
                            fewerForOthers(view));
        }
        return "last call: %s, enough to start; room for %d more, closes in %s"
                .formatted(here(view), most - view.count(), untilLastCall(view));
    }

    /** Last call begins with the least; so it tells what that is for whoever began it. */
    private static String fewerForOthers(View view) {
        return view.state().deadline().isEmpty() || view.at().scaling().isPresent()
                ? ""
                : "; others were told fewer and start without: is --nnodes the same on all nodes?";
    }

    static String scaled(Scaling scaling, RendezvousSettings now, RendezvousSettings before) {
        return "the job may have %s from now on, no longer %s: asked for by %s"
                .formatted(range(now), range(before), scaling.by());
    }

    static String scaledBefore(Scaling scaling, RendezvousSettings now, RendezvousSettings before) {
        return ("the job may have %s, as asked for by %s: that counts here too, in the place of the"
                        + " %s that this node was started with")
                .formatted(range(now), scaling.by(), range(before));
    }

    static String cannotBeTold(Collection<Node> foreign) {
        return ("%s: an agent that is not Muster's goes by the --nnodes it was started with, and"
                        + " cannot be told another; scale once it has left, or start all anew")
                .formatted(names(foreign));
    }

    static String untold(Collection<Node> foreign, RendezvousSettings now) {
        return ("%s: an agent that is not Muster's does not know that the job may have %s by now,"
                        + " and goes by its own --nnodes")
                .formatted(names(foreign), range(now));
    }

    static String crowdedGathering(View view) {
        return "%s where the job may have %s by now: waiting for %d to make room"
                .formatted(
                        here(view),
                        range(view.settings()),
                        view.count() - view.settings().maxNodes());
    }

    static String makesRoom(View view) {
        return "%s where the job may have %s by now: this node makes room"
                .formatted(here(view), range(view.settings()));
    }

    static String noPlace(View view) {
        return "every place of round %d is taken (%d): waiting for it to begin"
                .formatted(view.state().round(), view.count());
    }

    static String crowded(View view) {
        return "round %d has %s where the job may have %s by now: a new one begins without %d of them"
                .formatted(
                        view.state().round(),
                        nodes(view.count()),
                        range(view.settings()),
                        view.count() - view.settings().maxNodes());
    }

    /** {@code 2 nodes}, {@code 2 to 4 nodes}. */
    static String range(RendezvousSettings settings) {
        int least = settings.minNodes();
        int most = settings.maxNodes();
        return least == most ? nodes(most) : "%d to %d nodes".formatted(least, most);
    }

    static String coming(View view) {
        return "joining round %d: %s so far".formatted(view.state().round(), here(view));
    }

    static String completing(View view) {
        return view.isFull()
                ? "every place is taken: %s".formatted(here(view))
                : "last call is over: %s".formatted(here(view));
    }

    static String complete(View view) {
        String round = "round %d is complete with %s".formatted(view.state().round(), here(view));
        if (view.at().scaling().isPresent()) return round;
        if (!view.isEnough()) {
            return "%s; this node was told to wait for at least %d, others were told otherwise"
                    .formatted(round, view.settings().minNodes());
        }
        if (view.count() > view.settings().maxNodes()) {
            return "%s; this node was told at most %d, others were told otherwise"
                    .formatted(round, view.settings().maxNodes());
        }
        return round;
    }

    static String joined(long round, Collection<Node> members, Node me) {
        return "round %d begins: %s is one of %s: %s"
                .formatted(round, me.address(), nodes(members.size()), names(members));
    }

    static String waiting(View view) {
        String what =
                view.needsMore()
                        ? "waiting until there are %d for a new one"
                                .formatted(view.settings().minNodes())
                        : "waiting for them to start a new one";
        return "round %d is under way with %s; %s, given up in %s%s"
                .formatted(view.state().round(), here(view), what, untilTimeout(view), quiet(view));
    }

    /** That somebody is listed does not mean that it lives. */
    private static String quiet(View view) {
        Optional<Heard.Silence> next = view.nextSilence(view.state().participants().keySet());
        if (next.isEmpty()) return "";
        Node node = next.get().node();
        Duration silence = view.at().heard().silence(node, view.at().foreign(), view.now());
        if (silence.compareTo(NOT_WORTH_TELLING) < 0) return "";
        return "; last heard of %s %s ago, lost in %s"
                .formatted(
                        name(node, view),
                        elapsed(silence),
                        span(next.get().at().minus(view.now().uptime())));
    }

    static String spare(View view) {
        return "a spare: every place of round %d is taken (%d); waiting for one to become free, or for the job to end"
                .formatted(view.state().round(), view.count());
    }

    static String becomesSpare(View view) {
        return "every place of round %d is taken (%d): this node becomes a spare"
                .formatted(view.state().round(), view.count());
    }

    static String surplus(View view) {
        return ("every place of round %d is taken (%d), and the others' version of PyTorch knows no"
                        + " spares; waiting for a place, given up in %s")
                .formatted(view.state().round(), view.count(), untilTimeout(view));
    }

    static String othersAllowMore(View view) {
        return ("%s where this node was told at most %d: the others were told otherwise; waiting"
                        + " for them to start")
                .formatted(here(view), view.settings().maxNodes());
    }

    static String spareReleased(View view) {
        return "the job is over: the other nodes have closed the rendezvous '%s', and this spare was not needed"
                .formatted(view.settings().runId());
    }

    static String closed(View view) {
        return ("The rendezvous '%s' is closed, and stays so for as long as its store remembers it."
                        + " Use another run id; or, when no job uses this one any more, have the"
                        + " store forget it: one that a node serves goes with that node, and in"
                        + " another delete the keys that begin with '%s'.")
                .formatted(view.settings().runId(), view.settings().stateKey());
    }

    static String timedOut(View view) {
        RendezvousState state = view.state();
        String waited = span(view.settings().timeouts().join());
        String run = view.settings().runId();
        if (state.complete()) {
            return "The rendezvous '%s' had no place in %s: round %d went on with %s."
                    .formatted(run, waited, state.round(), here(view));
        }
        var everybody = new TreeSet<>(state.participants().keySet());
        everybody.add(view.me());
        return "The rendezvous '%s' did not come about in %s: %s came of at least %d%s."
                .formatted(
                        run, waited, listed(everybody), view.settings().minNodes(), absent(view));
    }

    static String leftTooLate(View view) {
        return "Round %d of the rendezvous '%s' could not be left in time."
                .formatted(view.state().round(), view.settings().runId());
    }

    static String closedTooLate(View view) {
        return "The rendezvous '%s' could not be closed within %s; its nodes may wait on."
                .formatted(view.settings().runId(), span(view.settings().timeouts().close()));
    }

    static String leftBehind(View view) {
        return "The others went on without this node: the rendezvous '%s' stays open for them."
                .formatted(view.settings().runId());
    }

    static String running(Seat.Joined seat, View view) {
        int here = view.count();
        int all = seat.members().size();
        return here == all
                ? "round %d is running on %s".formatted(seat.round(), nodes(all))
                : "round %d is running on %d of %s; missing: %s"
                        .formatted(seat.round(), here, nodes(all), names(seat.gone()));
    }

    static String nodesWaiting(Collection<Node> waiting) {
        return waiting.isEmpty()
                ? "nobody waits any more"
                : "%s for a new round: %s"
                        .formatted(
                                waiting.size() == 1
                                        ? "1 node waits"
                                        : waiting.size() + " nodes wait",
                                names(waiting));
    }

    static String left(Node node, View view) {
        return "%s left round %d; %s still here"
                .formatted(name(node, view), view.state().round(), here(view));
    }

    static String gone(Node node, View view) {
        return "%s is gone from round %d, left or lost while this node did not look; %s still here"
                .formatted(name(node, view), view.state().round(), here(view));
    }

    static String lost(Node node, Duration silence, View view) {
        return "%s is lost from round %d, silent for %s; %s still here"
                .formatted(name(node, view), view.state().round(), elapsed(silence), here(view));
    }

    static String writtenAgain(View view) {
        return "the store has forgotten round %d, so it is written down again: %s"
                .formatted(view.state().round(), here(view));
    }

    static String lostFromLastRound(Node node, Duration silence, View view) {
        return "%s is lost from the last round, silent for %s"
                .formatted(name(node, view), elapsed(silence));
    }

    static String reforming(View view) {
        return view.isEnough()
                ? "a new round can start with those"
                : "a new round needs %d more".formatted(view.settings().minNodes() - view.count());
    }

    static String dropped(Seat.Joined seat, View view) {
        long now = view.state().round();
        if (now < seat.round() || view.state().lastHeartbeats().isEmpty()) {
            return "the store has forgotten round %d: joining anew".formatted(seat.round());
        }
        if (view.at().memory().absence() != Memory.Absence.NONE) {
            return "while the store was away, the others went on without this node: joining anew";
        }
        return ("the others dropped this node from round %d, having had no sign of life from it"
                        + " for %s: joining anew")
                .formatted(seat.round(), span(view.settings().silenceLimit()));
    }

    static String over(Seat.Ending ending) {
        return switch (ending) {
            case LEFT -> "this node has left";
            case CLOSED_BY_US, CLOSED_BY_OTHERS -> "the rendezvous is closed";
            case LEFT_BEHIND -> "the others went on without this node";
            case TIMED_OUT -> "this node has given up";
            case SPARE_RELEASED -> "this spare was not needed";
            case UNREACHABLE -> "this node has given up reaching the others";
            case UNREADABLE -> "this node does not understand what the others share";
        };
    }

    /** {@code 9 min 30 s}; whole seconds, rounded up, as one counts down. */
    static String span(Duration left) {
        return elapsed(left.plusMillis(999));
    }

    /** The same for what has passed: rounded down, as one counts up. */
    static String elapsed(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < 60) return seconds + " s";
        long minutes = seconds / 60;
        if (minutes >= 60) return "%d h %d min".formatted(minutes / 60, minutes % 60);
        return seconds % 60 == 0
                ? minutes + " min"
                : "%d min %d s".formatted(minutes, seconds % 60);
    }

    private static String here(View view) {
        return listed(view.state().participants().keySet());
    }

    private static String listed(Collection<Node> nodes) {
        return nodes.isEmpty() ? "no node" : nodes(nodes.size()) + " (" + names(nodes) + ")";
    }

    private static String nodes(int count) {
        return count == 1 ? "1 node" : count + " nodes";
    }

    /** Addresses; where two of those named share one, in full. */
    private static String names(Collection<Node> nodes) {
        List<Node> named = nodes.stream().limit(NAMED).toList();
        long addresses = named.stream().map(Node::address).distinct().count();
        String first =
                named.stream()
                        .map(node -> addresses == named.size() ? node.address() : node.toString())
                        .collect(Collectors.joining(", "));
        return nodes.size() <= NAMED
                ? first
                : "%s and %d more".formatted(first, nodes.size() - NAMED);
    }

    /** The address; in full where another who is here shares it. */
    private static String name(Node node, View view) {
        boolean shared = sharesAddress(node, view.me());
        for (Node other : view.state().participants().keySet()) {
            shared = shared || sharesAddress(node, other);
        }
        return shared ? node.toString() : node.address();
    }

    private static boolean sharesAddress(Node node, Node other) {
        return other.address().equals(node.address()) && !other.equals(node);
    }

    /** Who was in the last round and is not here; who never came has no name. */
    private static String absent(View view) {
        var absent = new TreeSet<>(view.at().lastMembers());
        absent.removeAll(view.state().participants().keySet());
        absent.remove(view.me());
        return absent.isEmpty() ? "" : " (not back yet: %s)".formatted(names(absent));
    }

    private static String untilTimeout(View view) {
        return switch (view.at().seat()) {
            case Seat.Joining(var deadline) -> span(deadline.minus(view.now().uptime()));
            default -> span(view.settings().timeouts().join());
        };
    }

    private static String untilLastCall(View view) {
        return view.lastCallEnds()
                .map(ends -> span(ends.minus(view.now().uptime())))
                .orElseGet(() -> span(view.settings().timeouts().lastCall()));
    }
}
