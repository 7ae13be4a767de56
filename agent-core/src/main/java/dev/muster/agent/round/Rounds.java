package dev.muster.agent.round;

import static dev.muster.agent.event.BarrierKind.EXIT;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.Attendance;
import dev.muster.agent.event.BarrierEvent.BarrierAwaited;
import dev.muster.agent.event.BarrierEvent.BarrierBroken;
import dev.muster.agent.event.BarrierEvent.BarrierPassed;
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

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * This node among the others of its job, round by round. Its calls are made on the agent's thread
 * and return at once; what blocks does so on a thread of its own, one thing at a time, and posts
 * what came of it.
 */
public final class Rounds implements Others, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);

    /** What {@code muster run} ends with when the nodes cannot meet. */
    private static final int NOT_MET = 1;

    /** So often is a store that was lost looked for by whoever is done. */
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

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
    private Optional<RollCall> roll = Optional.empty();

    /** Counts the rounds we were in: who listens to the roll of an earlier one may stop. */
    private final AtomicInteger rolls = new AtomicInteger();

    /** Made and let go of on the rendezvous thread. */
    private volatile @Nullable RendezvousHandler handler;

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
    public void meet(int restartCount) {
        rolls.incrementAndGet();
        desk.joining();
        begin(() -> joinRound(restartCount), Rounds::noRound);
    }

    @Override
    public void tellEnding(boolean inDoubt) {
        roll.ifPresent(ours -> desk.ending(ours, inDoubt));
    }

    @Override
    public void awaitDone() {
        Round ours = desk.round();
        Instant since = context.clock().instant();
        begin(
                () -> passBarrier(ours, since),
                why -> new GroupInput.OthersDone("this node's workers are done; " + sentence(why)));
        desk.finishing();
    }

    @Override
    public void part(Group.Then.End end) {
        Optional<Round> last = desk.lastRound();
        boolean heard = desk.isHeard();
        desk.parting();
        begin(() -> sayGoodbye(end, last, heard), _ -> new GroupInput.Parted());
    }

    /**
     * Has all nodes of the job told how many they may be from now on.
     *
     * @return why that cannot be; empty where it is on its way
     */
    public Optional<String> scale(int min, int max, String by) {
        RendezvousHandler open = handler;
        return open == null
                ? Optional.of("this node is not in touch with the others")
                : open.scale(min, max, by);
    }

    /** Gives up whatever is under way and tells nobody. Harmless after {@link #part}. */
    @Override
    public void close() {
        desk.over();
        rolls.incrementAndGet();
        underWay.cancel(true);
        var _ = thread.submit(this::letGo);
        thread.shutdown();
    }

    /**
     * @param failed what to do when {@code next} breaks
     */
    private void begin(Task next, Function<RuntimeException, GroupInput> failed) {
        underWay.cancel(true);
        int mine = ++task;
        underWay =
                thread.submit(
                        () -> {
                            Runnable result = performed(next, failed);
                            onAgent(
                                    () -> {
                                        if (mine == task) result.run();
                                    });
                        });
    }

    private Runnable performed(Task next, Function<RuntimeException, GroupInput> failed) {
        try {
            return next.perform();
        } catch (InterruptedException | CancellationException _) {
            Thread.currentThread().interrupt();
            return () -> {}; // whoever interrupted has begun something else
        } catch (RendezvousException | StoreException | IllegalArgumentException e) {
            return () -> desk.input(failed.apply(e));
        } catch (RuntimeException e) {
            LOG.error("The rendezvous failed by a defect of its own; please report it.", e);
            return () -> desk.input(failed.apply(e));
        }
    }

    private static GroupInput noRound(RuntimeException why) {
        return why instanceof RendezvousException.GracefulExit
                ? new GroupInput.NoRound(Outcome.SUCCEEDED, 0, sentence(why))
                : new GroupInput.NoRound(Outcome.FAILED, NOT_MET, sentence(why));
    }

    private static String sentence(RuntimeException why) {
        return Optional.ofNullable(why.getMessage()).orElse(why.toString());
    }

    // ---- on the rendezvous thread

    private Runnable joinRound(int restartCount) throws InterruptedException {
        RendezvousHandler open = handler;
        if (open == null) {
            open = context.handlers().apply(this::hear);
            handler = open;
        }
        var info = open.nextRendezvous();
        onAgent(desk::dealing);
        Round joined = new RankDeal(context, workerStore, this::notice).deal(info, restartCount);
        var ours = new RollCall(info.store(), open.lossToldAfter(), open.onNodeLoss());
        return () -> {
            listen(ours);
            ready(joined);
        };
    }

    private Runnable passBarrier(Round ours, Instant since) throws InterruptedException {
        var barrier = ExitBarrier.of(ours.info());
        try {
            pass(barrier, roll -> onAgent(() -> awaited(ours, since, roll)));
        } catch (RendezvousException e) {
            onAgent(() -> desk.tell(new BarrierBroken(now(), EXIT, List.of(), sentence(e))));
            throw e;
        }
        int nodes = ours.info().worldSize();
        String because =
                nodes == 1
                        ? "this node is done, and no other is in the job"
                        : "all %d nodes are done".formatted(nodes);
        return () -> {
            desk.tell(new BarrierPassed(now(), EXIT, Duration.between(since, now()), because));
            desk.done(new GroupInput.OthersDone(because));
        };
    }

    /** A store that is lost may yet be served by another, who then knows nothing of us. */
    private void pass(ExitBarrier barrier, Consumer<ExitBarrier.Roll> waiting)
            throws InterruptedException {
        RendezvousHandler open = handler;
        Duration hope = open == null ? Duration.ZERO : open.lossToldAfter();
        var heard = new AtomicBoolean(true);
        long lostAt = System.nanoTime();
        while (true) {
            try {
                barrier.pass(
                        context.exitBarrierTimeout(),
                        roll -> {
                            heard.set(true);
                            waiting.accept(roll);
                        });
                return;
            } catch (RendezvousException.Unreachable e) {
                if (heard.getAndSet(false)) lostAt = System.nanoTime();
                else if (System.nanoTime() - lostAt > hope.toNanos()) throw e;
                Thread.sleep(BETWEEN_TRIES);
            }
        }
    }

    /**
     * @param heard whether there are others who would want to know
     */
    private Runnable sayGoodbye(Group.Then.End end, Optional<Round> last, boolean heard) {
        RendezvousHandler open = handler;
        try {
            switch (end.farewell()) {
                case CLOSE -> {
                    last.ifPresent(ours -> leaveWord(end, ours, heard));
                    if (open != null && !open.shutdown() && heard) {
                        notice("the other nodes could not be told that the job is over");
                    }
                }
                case LEAVE -> {
                    if (open != null) open.leave();
                }
            }
        } catch (RendezvousException e) {
            if (heard) notice("the other nodes could not be told: " + e.getMessage());
        } finally {
            letGo();
        }
        return () -> desk.input(new GroupInput.Parted());
    }

    /** Whatever comes of that, the job is still to be closed. */
    private void leaveWord(Group.Then.End end, Round ours, boolean heard) {
        if (end.outcome() == Outcome.SUCCEEDED) return;
        try {
            LastWord.of(end).leaveIn(ours);
        } catch (RendezvousException e) {
            if (heard) notice("the other nodes could not be told why: " + e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("The other nodes are not told why, by a defect; please report it.", e);
        }
    }

    private void letGo() {
        workerStore.close();
        RendezvousHandler open = handler;
        handler = null;
        if (open != null) open.close();
    }

    // ---- on the agent's thread

    private void listen(RollCall ours) {
        roll = Optional.of(ours);
        int mine = rolls.incrementAndGet();
        Thread.ofVirtual().name("roll call").start(() -> ours.answer(() -> rolls.get() == mine));
    }

    private void ready(Round joined) {
        var info = joined.info();
        var place = joined.placement();
        desk.tell(
                new RendezvousEvent.RoundJoined(
                        now(),
                        info.round(),
                        place,
                        "%s:%d".formatted(joined.master().host(), joined.master().port()),
                        joined.jobRestarts()));
        Optional<String> wanted = desk.running(joined);
        desk.input(new GroupInput.RoundReady());
        wanted.ifPresent(because -> desk.input(new GroupInput.NewRound(because)));
    }

    private void awaited(Round ours, Instant since, ExitBarrier.Roll roll) {
        if (!desk.isFinishing()) return;
        int nodes = ours.info().worldSize();
        List<String> names = roll.suspects().stream().map(ours::nameOf).toList();
        boolean known = names.size() == nodes - roll.arrived();
        String who = names.isEmpty() ? "other nodes" : String.join(", ", names);
        var attendance =
                new Attendance(
                        roll.arrived(),
                        nodes,
                        roll.here().stream().map(ours::idOf).toList(),
                        roll.suspects().stream().map(ours::idOf).toList());
        desk.tell(
                new BarrierAwaited(
                        now(),
                        EXIT,
                        since,
                        attendance,
                        known
                                ? "this node's workers are done; waiting for " + who
                                : "this node's workers are done; waiting for %d of %s"
                                        .formatted(nodes - roll.arrived(), who)));
    }

    /** Any thread. */
    private void hear(RendezvousNews news) {
        onAgent(() -> desk.on(news));
    }

    private void notice(String text) {
        onAgent(() -> desk.tell(new AgentEvent.Noticed(now(), text)));
    }

    private void onAgent(Runnable action) {
        context.agentThread().execute(action);
    }

    private Instant now() {
        return context.clock().instant();
    }
}
