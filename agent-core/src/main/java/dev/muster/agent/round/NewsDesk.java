package dev.muster.agent.round;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.NodeLossPolicy;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.supervise.Farewell;
import dev.muster.agent.supervise.GroupInput;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Weighs what is heard of the other nodes against what this one is doing. On the agent's thread.
 *
 * <p>Once a node's workers are done, nobody begins a new round for less than a member that needs
 * it: those who are done would not come, and what is left may well end by itself.
 */
final class NewsDesk {
    private static final Logger LOG = LoggerFactory.getLogger(NewsDesk.class);
    private static final int LOST = 1;

    /** A silent node is told to be lost by then, whatever the store says of it or does not. */
    private static final int LONGEST_DOUBT_SECONDS = 2;

    private enum Doing {
        NOTHING,
        JOINING,
        DEALING_RANKS,
        RUNNING,
        FINISHING,
        PARTING,
        OVER
    }

    private final RoundContext context;
    private final Set<Node> gone = new HashSet<>();
    private final Set<Node> lost = new HashSet<>();
    private final Deque<RendezvousNews> held = new ArrayDeque<>();
    private Optional<RendezvousNews.Lost> inDoubt = Optional.empty();
    private RendezvousState seen = RendezvousState.EMPTY;
    private boolean unreachable;
    private boolean allDone;
    private Doing doing = Doing.NOTHING;
    private Optional<Round> round = Optional.empty();
    private Optional<String> wanted = Optional.empty();
    private Optional<String> broken = Optional.empty();

    NewsDesk(RoundContext context) {
        this.context = context;
    }

    Round round() {
        return round.orElseThrow();
    }

    /** Empty while there is none. */
    Optional<Round> lastRound() {
        return round;
    }

    boolean isFinishing() {
        return doing == Doing.FINISHING;
    }

    void joining() {
        inDoubt.ifPresent(silent -> settle(silent, false));
        doing = Doing.JOINING;
        round = Optional.empty();
        wanted = Optional.empty();
        broken = Optional.empty();
        allDone = false;
        gone.clear();
        lost.clear();
    }

    void dealing() {
        if (doing == Doing.JOINING) doing = Doing.DEALING_RANKS;
    }

    /** Answers why another round is wanted already, if it is. */
    Optional<String> running(Round joined) {
        doing = Doing.RUNNING;
        round = Optional.of(joined);
        return wanted;
    }

    /**
     * Our workers end. Where it is in doubt whose failure that is, news of whoever is gone may
     * settle it; otherwise the roll does.
     */
    void ending(RollCall roll, boolean inDoubt) {
        ask(
                round(),
                () -> {
                    if (!inDoubt) {
                        roll.tellEnding();
                        return () -> {};
                    }
                    boolean ourOwn = roll.isOurOwn();
                    return () -> {
                        if (ourOwn) input(new GroupInput.NobodyLost());
                        else timeIsUp(roll.policy());
                    };
                });
    }

    /** Whoever is lost is known by now, and what the policy makes of that has been told. */
    private void timeIsUp(NodeLossPolicy policy) {
        if (unreachable) {
            placeIsGone(policy);
        } else if (lost.isEmpty()) {
            input(new GroupInput.NobodyLost());
        } else {
            Round ours = round();
            List<Integer> ranks = ranks(lost, ours);
            ask(
                    ours,
                    () -> {
                        boolean done = ExitBarrier.of(ours.info()).has(ranks);
                        return () -> {
                            if (done) input(new GroupInput.NobodyLost());
                            else notice("waiting for another node in the place of who is lost");
                        };
                    },
                    () -> placeIsGone(policy));
        }
    }

    /** Most likely with the node that hosted it. */
    private void placeIsGone(NodeLossPolicy policy) {
        String because = "a worker failed, and the place where the nodes meet does not answer";
        if (policy == NodeLossPolicy.STOP) {
            String over = because + "; that ends the job";
            input(new GroupInput.JobOver(Outcome.FAILED, LOST, over, Farewell.LEAVE));
        } else {
            notice(because + "; waiting for it");
            input(new GroupInput.NewRound(because));
        }
    }

    private static List<Integer> ranks(Set<Node> nodes, Round ours) {
        List<Node> members = ours.info().nodes();
        return nodes.stream().filter(members::contains).map(members::indexOf).toList();
    }

    /** What was ignored because our workers were just ending is weighed again. */
    void finishing() {
        doing = Doing.FINISHING;
        broken.ifPresent(this::broken);
    }

    /** All members of our round are done. */
    void done(GroupInput.OthersDone told) {
        allDone = true;
        input(told);
    }

    /** Whether anybody, as far as is known, would want to know that the job is over. */
    boolean isHeard() {
        boolean waits = !seen.waitList().isEmpty() || !seen.redundancyList().isEmpty();
        return waits || !allDone && seen.participants().size() > 1;
    }

    void parting() {
        inDoubt.ifPresent(silent -> settle(silent, false));
        doing = Doing.PARTING;
    }

    /** The run has had its last event: nothing is told or asked for any more. */
    void over() {
        doing = Doing.OVER;
    }

    void tell(AgentEvent event) {
        if (doing != Doing.OVER) context.events().accept(event);
    }

    void input(GroupInput input) {
        if (doing != Doing.OVER) context.inputs().accept(input);
    }

    void on(RendezvousNews news) {
        if (inDoubt.isPresent()) {
            held.add(news);
        } else if (news instanceof RendezvousNews.Lost silent && mayBeDone(silent)) {
            lookInto(silent);
        } else {
            take(news);
        }
    }

    private boolean mayBeDone(RendezvousNews.Lost silent) {
        boolean atWork = doing == Doing.RUNNING || doing == Doing.FINISHING;
        return atWork
                && !silent.past()
                && !unreachable
                && round().info().nodes().contains(silent.node());
    }

    /**
     * torchrun's agents say nothing while they wait for others at the end, and whoever ended a
     * moment ago says nothing either. So it is looked who was done before anybody is told to be
     * lost; what is heard meanwhile waits.
     */
    private void lookInto(RendezvousNews.Lost silent) {
        gone.add(silent.node());
        lost.add(silent.node());
        inDoubt = Optional.of(silent);
        Round ours = round();
        var _ =
                CompletableFuture.supplyAsync(
                                () -> isDone(silent.node(), ours),
                                task -> Thread.ofVirtual().name("rendezvous question").start(task))
                        .completeOnTimeout(false, LONGEST_DOUBT_SECONDS, SECONDS)
                        .thenAccept(
                                done -> context.agentThread().execute(() -> settle(silent, done)));
    }

    private static boolean isDone(Node node, Round ours) {
        try {
            return ExitBarrier.of(ours.info()).has(ranks(Set.of(node), ours));
        } catch (RendezvousException e) {
            LOG.debug("whether {} was done cannot be asked", node, e); // as told by whoever looks
            return false;
        }
    }

    private void settle(RendezvousNews.Lost silent, boolean done) {
        if (inDoubt.filter(silent::equals).isEmpty()) return; // told meanwhile
        inDoubt = Optional.empty();
        Instant now = context.clock().instant();
        if (done) tell(NewsEvents.doneAndSilent(silent, now));
        else take(silent);
        while (inDoubt.isEmpty() && !held.isEmpty()) on(held.remove());
    }

    private void take(RendezvousNews news) {
        if (doing == Doing.PARTING && !(news instanceof RendezvousNews.Noticed)) return;
        NewsEvents.of(news, context.clock().instant()).ifPresent(this::tell);
        switch (news) {
            case RendezvousNews.Waiting(var nodes, var because) -> wanted(nodes, because);
            case RendezvousNews.Crowded(var because) ->
                    wanted(Collections.emptySortedSet(), because);
            case RendezvousNews.Lost(var node, _, var past, _) -> {
                if (!past) {
                    gone.add(node);
                    lost.add(node);
                }
            }
            case RendezvousNews.Left(var node, _) -> gone.add(node);
            case RendezvousNews.Rejoin(var because) -> broken(because);
            case RendezvousNews.StopJob(var because) -> stopJob(because);
            case RendezvousNews.Closed(var whole, var because) -> closed(whole, because);
            case RendezvousNews.Unreachable _ -> unreachable = true;
            case RendezvousNews.Reachable _ -> unreachable = false;
            case RendezvousNews.Seen(var state, _) -> seen = state;
            case RendezvousNews.Scaled _, RendezvousNews.Skewed _, RendezvousNews.Noticed _ -> {
                // told, and that is all
            }
        }
    }

    /**
     * A new round is wanted.
     *
     * @param nodes who waits for it; nobody where there are too many
     */
    private void wanted(SortedSet<Node> nodes, String because) {
        switch (doing) {
            case RUNNING ->
                    whenCounted(
                            done -> {
                                if (done > 0) {
                                    notice(because + "; other nodes are done, so none begins");
                                } else if (doing == Doing.RUNNING) {
                                    input(new GroupInput.NewRound(because));
                                }
                            });
            case FINISHING -> {
                // a newcomer finds the job over; a member that restarts cannot do so without us
                boolean member = round().info().nodes().stream().anyMatch(nodes::contains);
                if (member) input(new GroupInput.NewRound(because));
            }
            // torchrun's agents finish what they have begun, too
            case DEALING_RANKS -> wanted = Optional.of(because);
            case NOTHING, JOINING, PARTING, OVER -> {
                // the next round is what we are after, or none
            }
        }
    }

    /** The round cannot go on, unless those who are gone were done. */
    private void broken(String because) {
        switch (doing) {
            case RUNNING, FINISHING -> {
                broken = Optional.of(because);
                // who is done goes when nobody answers; others have nobody to ask
                Runnable unanswered =
                        () -> {
                            if (doing == Doing.RUNNING) input(new GroupInput.NewRound(because));
                        };
                if (unreachable) unanswered.run();
                else unlessDone(() -> input(new GroupInput.NewRound(because)), unanswered);
            }
            case DEALING_RANKS -> input(new GroupInput.NewRound(because));
            case NOTHING, JOINING, PARTING, OVER -> {
                // the next round is what we are after, or none
            }
        }
    }

    /** A node is lost, and the policy is to end the job then, unless that node was done. */
    private void stopJob(String because) {
        Runnable stop =
                () -> input(new GroupInput.JobOver(Outcome.FAILED, LOST, because, Farewell.CLOSE));
        boolean atWork = doing == Doing.RUNNING || doing == Doing.FINISHING;
        if (atWork && !unreachable) unlessDone(stop, stop);
        else stop.run();
    }

    private void unlessDone(Runnable missing, Runnable unanswered) {
        Round ours = round();
        List<Integer> ranks = ranks(gone, ours);
        ask(
                ours,
                () -> {
                    boolean done = !ranks.isEmpty() && ExitBarrier.of(ours.info()).has(ranks);
                    return () -> {
                        if (!done) missing.run();
                        else notice("whoever is gone was done; this node finishes its own");
                    };
                },
                unanswered);
    }

    private void closed(boolean whole, String because) {
        switch (doing) {
            case RUNNING ->
                    whenCounted(
                            done -> {
                                if (done == 0) over(whole, because);
                                else notice("other nodes are done; this one finishes its own");
                            });
            case DEALING_RANKS, FINISHING -> over(whole, because);
            case NOTHING, JOINING, PARTING, OVER -> {
                // whoever joins is told by an exception
            }
        }
    }

    /**
     * Ends the run as the node that closed it did, if that left a word. A closed run id forbids new
     * rounds, and no more: where no member can have closed it, ours ends as it would have.
     */
    private void over(boolean whole, String because) {
        var closed = new GroupInput.JobOver(Outcome.FAILED, LOST, because, Farewell.LEAVE);
        if (round.isEmpty()) {
            input(closed);
            return;
        }
        Round ours = round();
        ask(
                ours,
                () -> {
                    Optional<GroupInput.JobOver> word = LastWord.in(ours);
                    return () -> {
                        if (word.isPresent()) input(word.get());
                        else if (whole)
                            notice(
                                    "no member of this round closed it, so its nodes finish what"
                                            + " they do");
                        else input(closed);
                    };
                },
                () -> input(closed));
    }

    /** Goes on with the number of other nodes whose workers are done in our round. */
    private void whenCounted(LongConsumer next) {
        Round ours = round();
        int own = doing == Doing.FINISHING ? 1 : 0;
        ask(
                ours,
                () -> {
                    long done = Math.max(0, ExitBarrier.of(ours.info()).arrived() - own);
                    return () -> next.accept(done);
                });
    }

    private void ask(Round ours, Supplier<Runnable> question) {
        ask(ours, question, () -> {});
    }

    /**
     * Asks the store of our round, beside whatever the rendezvous thread is doing.
     *
     * @param unanswered what to do when the store does not answer, after that was said
     */
    private void ask(Round ours, Supplier<Runnable> question, Runnable unanswered) {
        Thread.ofVirtual()
                .name("rendezvous question")
                .start(
                        () -> {
                            Runnable answer = answered(question, unanswered);
                            context.agentThread().execute(() -> onAnswer(ours, answer));
                        });
    }

    private Runnable answered(Supplier<Runnable> question, Runnable unanswered) {
        try {
            return question.get();
        } catch (RendezvousException e) {
            return () -> {
                notice("the others cannot be asked: " + e.getMessage());
                unanswered.run();
            };
        }
    }

    private void onAnswer(Round ours, Runnable answer) {
        boolean current = round.filter(ours::equals).isPresent();
        if (current && doing != Doing.PARTING) answer.run();
    }

    private void notice(String text) {
        tell(new AgentEvent.Noticed(context.clock().instant(), text));
    }
}
