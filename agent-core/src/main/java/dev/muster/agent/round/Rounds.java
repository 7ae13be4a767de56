package dev.muster.agent.round;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.job.Placement;
import dev.muster.agent.job.StoreAddress;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RendezvousHandler;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.supervise.Group;
import dev.muster.agent.supervise.GroupInput;
import dev.muster.agent.supervise.process.Others;
import dev.muster.store.StoreException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * This node among the others of its job, round by round. Its calls are made on the agent's thread
 * and return at once; what blocks does so on a thread of its own, one thing at a time, and posts
 * what came of it.
 */
public final class Rounds implements Others, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);

    /** What {@code muster run} ends with when the nodes cannot meet. */
    private static final int NOT_MET = 1;

    /** Does what may block, and answers what to do about it on the agent's thread. */
    private interface Task {
        Runnable perform() throws InterruptedException;
    }

    private final RoundContext context;
    private final WorkerStore workerStore;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().name("rendezvous").factory());

    // on the agent's thread
    private Future<?> underWay = CompletableFuture.completedFuture(null);
    private int task;
    private final NewsDesk desk;

    // on the rendezvous thread
    private @Nullable RendezvousHandler handler;

    public Rounds(RoundContext context) {
        this.context = context;
        desk = new NewsDesk(context);
        workerStore =
                new WorkerStore(
                        context.storeConfig(),
                        server -> onAgent(() -> context.storeOpened().accept(server)));
    }

    @Override
    public Placement placement() {
        return desk.round().placement();
    }

    /** Where the workers meet, in the round that is ready. */
    public StoreAddress master() {
        return desk.round().master();
    }

    @Override
    public void meet() {
        desk.joining();
        begin(this::joinRound);
    }

    @Override
    public void awaitDone() {
        Round ours = desk.round();
        desk.finishing();
        Instant since = context.clock().instant();
        begin(() -> passBarrier(ours, since));
    }

    @Override
    public void part(Group.Then.End end) {
        Optional<Round> last = desk.lastRound();
        desk.parting();
        begin(() -> sayGoodbye(end, last));
    }

    /** Gives up whatever is under way and tells nobody. Harmless after {@link #part}. */
    @Override
    public void close() {
        underWay.cancel(true);
        var _ = thread.submit(this::letGo);
        thread.shutdown();
    }

    private void begin(Task next) {
        underWay.cancel(true);
        int mine = ++task;
        underWay =
                thread.submit(
                        () -> {
                            Runnable result = performed(next);
                            onAgent(
                                    () -> {
                                        if (mine == task) result.run();
                                    });
                        });
    }

    private Runnable performed(Task next) {
        try {
            return next.perform();
        } catch (InterruptedException | CancellationException _) {
            Thread.currentThread().interrupt();
            return () -> {}; // whoever interrupted has begun something else
        } catch (RendezvousException.GracefulExit e) {
            return noRound(Outcome.SUCCEEDED, 0, e);
        } catch (RendezvousException | StoreException | IllegalArgumentException e) {
            return noRound(Outcome.FAILED, NOT_MET, e);
        } catch (RuntimeException e) {
            LOG.error("The rendezvous failed by a defect of its own; please report it.", e);
            return noRound(Outcome.FAILED, NOT_MET, e);
        }
    }

    private Runnable noRound(Outcome outcome, int exitCode, RuntimeException why) {
        String because = Optional.ofNullable(why.getMessage()).orElse(why.toString());
        return () -> input(new GroupInput.NoRound(outcome, exitCode, because));
    }

    // ---- on the rendezvous thread

    private Runnable joinRound() throws InterruptedException {
        RendezvousHandler open = handler;
        if (open == null) {
            open = context.handlers().apply(this::hear);
            handler = open;
        }
        var info = open.nextRendezvous();
        onAgent(desk::dealing);
        Round joined = new RankDeal(context, workerStore, this::notice).deal(info);
        return () -> ready(joined);
    }

    private Runnable passBarrier(Round ours, Instant since) {
        var barrier = ExitBarrier.of(ours.info());
        int nodes = ours.info().worldSize();
        try {
            barrier.pass(
                    context.exitBarrierTimeout(),
                    missing -> onAgent(() -> awaited(ours, since, missing)));
            return done("all %d nodes are done".formatted(nodes));
        } catch (RendezvousException e) { // our own workers are done all the same
            return done("this node's workers are done; " + e.getMessage());
        }
    }

    private Runnable sayGoodbye(Group.Then.End end, Optional<Round> last) {
        RendezvousHandler open = handler;
        if (open != null) {
            try {
                switch (end.farewell()) {
                    case CLOSE -> {
                        if (end.outcome() != Outcome.SUCCEEDED) {
                            last.ifPresent(ours -> LastWord.of(end).leaveIn(ours));
                        }
                        if (!open.shutdown()) {
                            notice("the other nodes could not be told that the job is over");
                        }
                    }
                    case LEAVE -> open.leave();
                }
            } catch (RendezvousException e) {
                notice("the other nodes could not be told: " + e.getMessage());
            }
        }
        letGo();
        return () -> input(new GroupInput.Parted());
    }

    private void letGo() {
        workerStore.close();
        RendezvousHandler open = handler;
        if (open != null) open.close();
    }

    // ---- on the agent's thread

    private void ready(Round joined) {
        var info = joined.info();
        var place = joined.placement();
        tell(
                new RendezvousEvent.RoundJoined(
                        now(),
                        info.round(),
                        info.groupRank(),
                        info.worldSize(),
                        place.firstRank(),
                        place.worldSize(),
                        "%s:%d".formatted(joined.master().host(), joined.master().port())));
        Optional<String> wanted = desk.running(joined);
        input(new GroupInput.RoundReady());
        wanted.ifPresent(because -> input(new GroupInput.NewRound(because)));
    }

    private Runnable done(String because) {
        return () -> input(new GroupInput.OthersDone(because));
    }

    private void awaited(Round ours, Instant since, ExitBarrier.Missing missing) {
        if (!desk.isFinishing()) return;
        List<String> names = missing.suspects().stream().map(ours::nameOf).toList();
        boolean known = names.size() == missing.count();
        String who = names.isEmpty() ? "other nodes" : String.join(", ", names);
        tell(
                new RendezvousEvent.OthersAwaited(
                        now(),
                        since,
                        names,
                        known
                                ? "this node's workers are done; waiting for " + who
                                : "this node's workers are done; waiting for %d of %s"
                                        .formatted(missing.count(), who)));
    }

    /** Any thread. */
    private void hear(RendezvousNews news) {
        onAgent(() -> desk.on(news));
    }

    private void notice(String text) {
        onAgent(() -> tell(new AgentEvent.Noticed(now(), text)));
    }

    private void tell(AgentEvent event) {
        context.events().accept(event);
    }

    private void input(GroupInput input) {
        context.inputs().accept(input);
    }

    private void onAgent(Runnable action) {
        context.agentThread().execute(action);
    }

    private Instant now() {
        return context.clock().instant();
    }
}
