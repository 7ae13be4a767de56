package dev.muster.agent.rendezvous.dynamic;

import dev.muster.agent.rendezvous.Moment;
import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousEffect;
import dev.muster.agent.rendezvous.RendezvousEffect.CompareSet;
import dev.muster.agent.rendezvous.RendezvousEffect.ConfirmMembers;
import dev.muster.agent.rendezvous.RendezvousEffect.End;
import dev.muster.agent.rendezvous.RendezvousEffect.ReadState;
import dev.muster.agent.rendezvous.RendezvousEffect.Rejoin;
import dev.muster.agent.rendezvous.RendezvousEffect.StopJob;
import dev.muster.agent.rendezvous.RendezvousEffect.TakeOver;
import dev.muster.agent.rendezvous.RendezvousEffect.TellClosed;
import dev.muster.agent.rendezvous.RendezvousEffect.TellCrowded;
import dev.muster.agent.rendezvous.RendezvousEffect.TellJoined;
import dev.muster.agent.rendezvous.RendezvousEffect.TellLeft;
import dev.muster.agent.rendezvous.RendezvousEffect.TellLost;
import dev.muster.agent.rendezvous.RendezvousEffect.TellNotice;
import dev.muster.agent.rendezvous.RendezvousEffect.TellScaled;
import dev.muster.agent.rendezvous.RendezvousEffect.TellSkew;
import dev.muster.agent.rendezvous.RendezvousEffect.TellUnreachable;
import dev.muster.agent.rendezvous.RendezvousEffect.TellWaiting;
import dev.muster.agent.rendezvous.RendezvousEffect.WakeAt;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.RendezvousInput;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.rendezvous.RendezvousRules;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.ScaleRules;
import dev.muster.agent.rendezvous.Scaling;
import dev.muster.agent.rendezvous.Seat;
import dev.muster.agent.rendezvous.Standing;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Performs what the rules decide for one node. Its thread does nothing else: it asks the shared
 * state one question at a time, so that answers come in the order the store had them, and waits for
 * what the rules wait for in between. Only {@link #ask} and {@link #close} come from other threads.
 */
final class RendezvousDriver implements Runnable {
    /**
     * What the driver needs beside the shared state.
     *
     * @param clock by which this node judges
     * @param news is told everything, on the driver's thread
     */
    record Surroundings(
            Supplier<Moment> clock,
            RandomGenerator random,
            Consumer<? super RendezvousNews> news) {}

    /** What comes from other threads. */
    private sealed interface Letter {
        record Asked(RendezvousInput input, CompletableFuture<Outcome> answer) implements Letter {}

        record Changed() implements Letter {}

        record Scale(Scaling wanted) implements Letter {}

        record Close() implements Letter {}
    }

    private static final Outcome LET_GO =
            Outcome.ended(Seat.Ending.LEFT, "the rendezvous was let go of");

    private static final Runnable NOBODY_CARES = () -> {};

    private final RendezvousRules rules;
    private final SharedState shared;
    private final Surroundings around;
    private final Newcomers newcomers;
    private final Neighbours neighbours;
    private final LinkedBlockingQueue<Letter> inbox = new LinkedBlockingQueue<>();
    private final Deque<RendezvousInput> inputs = new ArrayDeque<>();
    private final List<CompletableFuture<Outcome>> asked = new ArrayList<>();

    private final Runnable changed = () -> inbox.add(new Letter.Changed());

    private Standing standing = Standing.START;
    private RendezvousState state = RendezvousState.EMPTY;
    private Optional<RendezvousState> told = Optional.empty();
    private Optional<Node> host = Optional.empty();
    private Optional<Outage> outage = Optional.empty();
    private Optional<ConfirmMembers> unconfirmed = Optional.empty();
    private Optional<Duration> wakeAt = Optional.empty();
    private Optional<Outcome.Ended> ended = Optional.empty();
    private Optional<Scaling> scaling = Optional.empty();
    private boolean resting;
    private boolean closed;

    /** Nobody reads the inbox any more. */
    private volatile boolean gone;

    /** For whoever looks from another thread. */
    private volatile Known known = new Known(false, 0, RendezvousState.EMPTY, Standing.START);

    /** What the agent may ask at any time, as of the last state that was read. */
    record Known(boolean closed, int waiting, RendezvousState state, Standing standing) {
        Known withWaiting(int nodes) {
            return new Known(closed, nodes, state, standing);
        }
    }

    RendezvousDriver(RendezvousRules rules, SharedState shared, Surroundings around) {
        this.rules = rules;
        this.shared = shared;
        this.around = around;
        var settings = rules.settings();
        neighbours = new Neighbours(rules.me());
        newcomers =
                new Newcomers(
                        rules.me(), "%d:%d".formatted(settings.minNodes(), settings.maxNodes()));
    }

    Known known() {
        return known;
    }

    /** What comes of {@code input} in the end. */
    CompletableFuture<Outcome> ask(RendezvousInput input) {
        var answer = new CompletableFuture<Outcome>();
        inbox.add(new Letter.Asked(input, answer));
        if (gone) refuseAll();
        return answer;
    }

    /** Has all nodes of ours told. Why not, where that is known already. */
    Optional<String> scale(int min, int max, String by) {
        var wanted = new Scaling(min, max, "%s on %s".formatted(by, rules.me().address()));
        Known now = known;
        var obstacle =
                new ScaleRules(rules.settings()).obstacle(now.standing(), now.state(), wanted);
        if (obstacle.isEmpty()) inbox.add(new Letter.Scale(wanted));
        return obstacle;
    }

    /** Ends it after what it is doing now. */
    void close() {
        inbox.add(new Letter.Close());
    }

    @Override
    public void run() {
        try {
            while (!closed) {
                RendezvousInput next = inputs.poll();
                if (next != null) on(next);
                else if (isSettled()) receive();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // nobody wants this rendezvous any more
        } finally {
            answer(LET_GO);
            gone = true;
            refuseAll();
        }
    }

    private void refuseAll() {
        for (var letter = inbox.poll(); letter != null; letter = inbox.poll()) {
            if (letter instanceof Letter.Asked(_, var answer)) answer.complete(LET_GO);
        }
    }

    private void on(RendezvousInput input) {
        var step = rules.on(standing, input, around.clock().get());
        standing = step.next();
        if (input instanceof RendezvousInput.Read(var read)) seen(read, step.because());
        step.effects().forEach(this::perform);
        ended.ifPresent(this::answer); // also whoever asks when it is over already
    }

    private void perform(RendezvousEffect effect) {
        switch (effect) {
            case ReadState _ -> ask(() -> read(shared.read()));
            case CompareSet(var change, var desired) ->
                    ask(() -> read(shared.replace(change, desired)));
            case ConfirmMembers confirm -> {
                unconfirmed = Optional.of(confirm);
                ask(() -> confirmed(confirm));
            }
            case WakeAt(var uptime) -> wakeAt = Optional.of(uptime);
            case TellJoined joined -> joined(joined);
            case TellWaiting(var waiting, var because) -> {
                known = known.withWaiting(waiting.size());
                tell(new RendezvousNews.Waiting(waiting, because));
            }
            case TellLost(var node, var silentFor, var because) -> {
                boolean past = !(standing.seat() instanceof Seat.Joined);
                tell(new RendezvousNews.Lost(node, silentFor, past, because));
            }
            case TellLeft(var node, var because) -> tell(new RendezvousNews.Left(node, because));
            case TellCrowded(var because) -> tell(new RendezvousNews.Crowded(because));
            case TellScaled(var least, var most, var because) ->
                    tell(new RendezvousNews.Scaled(least, most, because));
            case Rejoin(var because) -> tell(new RendezvousNews.Rejoin(because));
            case StopJob(var because) -> tell(new RendezvousNews.StopJob(because));
            case TellClosed(var whole, var because) ->
                    tell(new RendezvousNews.Closed(whole, because));
            case TellUnreachable(var because) -> tell(new RendezvousNews.Unreachable(because));
            case TellNotice(var because) -> tell(new RendezvousNews.Noticed(because));
            case TakeOver _ ->
                    shared.takeOver()
                            .ifPresent(
                                    because -> {
                                        tell(new RendezvousNews.Noticed(because));
                                        inputs.add(new RendezvousInput.Tick());
                                    });
            case TellSkew(var node, var ahead, var because) ->
                    tell(new RendezvousNews.Skewed(node, ahead, because));
            case End(var ending, var because) ->
                    ended = Optional.of(Outcome.ended(ending, because));
        }
    }

    private RendezvousInput read(RendezvousState now) {
        resting = false;
        state = now;
        boolean spares = shared.holdsSpares();
        if (spares != standing.sparesPossible()) {
            inputs.add(new RendezvousInput.SparesPossible(spares));
        }
        shared.scaling()
                .filter(told -> standing.scaling().filter(told::equals).isEmpty())
                .ifPresent(told -> inputs.add(new RendezvousInput.Scaled(told)));
        hostMayHaveChanged();
        Set<Node> ended = shared.ended();
        if (!ended.equals(standing.ended())) inputs.add(new RendezvousInput.Ended(ended));
        return new RendezvousInput.Read(now);
    }

    /** So whoever was never without a store learns that another serves it. */
    private void hostMayHaveChanged() {
        Optional<Node> now = shared.host();
        if (now.isEmpty() || now.equals(host)) return;
        String before = host.map(Node::toString).orElse("");
        host = now;
        if (before.isEmpty() || now.get().equals(rules.me())) return;
        tell(
                new RendezvousNews.Noticed(
                        "%s serves the store now, in the place of %s"
                                .formatted(now.get(), before)));
    }

    private RendezvousInput confirmed(ConfirmMembers confirm) {
        String ours = Members.text(confirm.members());
        String written = shared.confirm(confirm.round(), ours);
        unconfirmed = Optional.empty();
        var members = written.equals(ours) ? confirm.members() : Members.read(written);
        return new RendezvousInput.Confirmed(confirm.round(), members);
    }

    /** Has {@code question} answered, or comes back to it. */
    private void ask(Supplier<RendezvousInput> question) {
        Duration asked = uptime();
        try {
            RendezvousInput answer = question.get();
            reached();
            inputs.add(answer);
        } catch (RendezvousException.Unreachable e) {
            Duration since = unanswered(asked);
            String why = Optional.ofNullable(e.getMessage()).orElse(e.toString());
            inputs.add(new RendezvousInput.Unreachable(since, why, shared.host()));
        } catch (RendezvousException.CorruptState e) {
            if (outage.isEmpty()) tell(new RendezvousNews.Unreachable(e.getMessage()));
            var _ = unanswered(asked);
            inputs.add(new RendezvousInput.Unreadable(e.getMessage()));
        }
    }

    private void reached() {
        if (outage.isEmpty()) return;
        outage = Optional.empty();
        tell(
                new RendezvousNews.Reachable(
                        "the rendezvous '%s' can be reached again".formatted(runId())));
    }

    private Duration unanswered(Duration asked) {
        Duration now = uptime();
        Duration interval = rules.settings().keepAliveInterval();
        resting = false;
        wakeAt = Optional.empty();
        outage =
                Optional.of(
                        outage.map(before -> before.goesOn(now, interval, around.random()))
                                .orElseGet(
                                        () ->
                                                Outage.begins(
                                                        asked, now, interval, around.random())));
        return outage.orElseThrow().since();
    }

    /** Whether there is nothing to do until something happens. */
    private boolean isSettled() {
        if (outage.isPresent()) {
            scaling.ifPresent(_ -> notToldToScale("the place where they meet does not answer"));
            return true;
        }
        if (resting) return true;
        if (isWatching()) {
            Set<Node> unknown = newcomers.unknown(state);
            if (!unknown.isEmpty()) {
                ask(() -> met(unknown));
                return false;
            }
            int least = rules.settings().scaledTo(standing.scaling()).minNodes();
            if (neighbours.isDue(state, least, uptime())) {
                neighbours
                        .told(shared.otherRuns())
                        .ifPresent(each -> tell(new RendezvousNews.Noticed(each)));
            }
        }
        if (scaling.isPresent()) {
            scale(scaling.get());
            return false;
        }
        resting = true;
        shared.rest(isWatching() ? changed : NOBODY_CARES);
        return true;
    }

    private RendezvousInput met(Set<Node> unknown) {
        Map<Node, String> ours = shared.ours(unknown);
        Set<String> differences = newcomers.learn(unknown, ours);
        if (standing.scaling().isEmpty()) {
            differences.forEach(each -> tell(new RendezvousNews.Noticed(each)));
        }
        Set<Node> foreign = newcomers.foreign();
        if (!foreign.equals(standing.foreign())) wakeAt = Optional.of(uptime());
        return new RendezvousInput.Foreign(foreign);
    }

    private boolean isWatching() {
        return !(standing.seat() instanceof Seat.Outside || standing.seat() instanceof Seat.Over);
    }

    private void receive() throws InterruptedException {
        Optional<Duration> due = due();
        Letter letter =
                due.isEmpty()
                        ? inbox.take()
                        : inbox.poll(due.get().minus(uptime()).toNanos(), TimeUnit.NANOSECONDS);
        switch (letter) {
            case null -> wake();
            case Letter.Asked(var input, var answer) -> {
                asked.add(answer);
                inputs.add(input);
            }
            case Letter.Changed _ -> {
                resting = false;
                inputs.add(new RendezvousInput.Tick());
            }
            case Letter.Scale(var wanted) -> {
                scaling = Optional.of(wanted); // once it is known who is there by then
                resting = false;
                inputs.add(new RendezvousInput.Tick());
            }
            case Letter.Close _ -> closed = true;
        }
    }

    /** What was no obstacle when it was asked for may be one now. */
    private void scale(Scaling wanted) {
        scaling = Optional.empty();
        var obstacle = new ScaleRules(rules.settings()).obstacle(standing, state, wanted);
        if (obstacle.isPresent()) {
            tell(new RendezvousNews.Noticed("not scaled: " + obstacle.get()));
            return;
        }
        try {
            shared.scale(wanted);
        } catch (RendezvousException e) {
            notToldToScale(String.valueOf(e.getMessage()));
        }
        inputs.add(new RendezvousInput.Tick());
    }

    private void notToldToScale(String why) {
        scaling = Optional.empty();
        tell(
                new RendezvousNews.Noticed(
                        "the nodes may not have been told how many they may be: " + why));
    }

    /** Even where no news comes, whoever takes part looks once per interval. */
    private Optional<Duration> due() {
        if (!isWatching()) return Optional.empty();
        Duration look =
                outage.map(Outage::retryAt)
                        .orElseGet(() -> uptime().plus(rules.settings().keepAliveInterval()));
        return Optional.of(wakeAt.filter(at -> at.compareTo(look) < 0).orElse(look));
    }

    private void wake() {
        wakeAt = Optional.empty();
        inputs.add(new RendezvousInput.Tick());
        if (outage.isEmpty()) return;
        unconfirmed
                .filter(_ -> standing.seat() instanceof Seat.Confirming)
                .ifPresent(this::perform);
    }

    private void seen(RendezvousState read, String because) {
        known =
                new Known(
                        read.closed(),
                        standing.seat() instanceof Seat.Joined joined
                                ? joined.waiting().size()
                                : read.waitList().size(),
                        read,
                        standing);
        if (told.filter(read::isSameButForHeartbeats).isPresent()) return;
        told = Optional.of(read);
        tell(new RendezvousNews.Seen(read, because));
    }

    private void joined(TellJoined joined) {
        var info =
                new RendezvousInfo(
                        shared.round(joined.round()),
                        joined.round(),
                        joined.groupRank(),
                        joined.members().size(),
                        List.copyOf(joined.members().keySet()),
                        Optional.empty());
        answer(new Outcome.Joined(info));
    }

    private void answer(Outcome outcome) {
        asked.forEach(each -> each.complete(outcome));
        asked.clear();
    }

    private void tell(RendezvousNews news) {
        around.news().accept(news);
    }

    private Duration uptime() {
        return around.clock().get().uptime();
    }

    private String runId() {
        return rules.settings().runId();
    }
}
