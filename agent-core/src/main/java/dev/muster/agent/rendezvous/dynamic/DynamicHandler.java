package dev.muster.agent.rendezvous.dynamic;

import dev.muster.agent.rendezvous.Moment;
import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.NodeLossPolicy;
import dev.muster.agent.rendezvous.RendezvousHandler;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.RendezvousInput;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.rendezvous.RendezvousRules;
import dev.muster.agent.rendezvous.RendezvousSettings;
import dev.muster.agent.rendezvous.Seat.Ending;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** The dynamic rendezvous of one node, over whatever its backend keeps the shared state in. */
public final class DynamicHandler implements RendezvousHandler {
    private static final AtomicLong HANDLERS = new AtomicLong();

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Seating seating;
    private final SharedState shared;
    private final RendezvousDriver driver;
    private final Thread thread;

    /**
     * Who meets how.
     *
     * @param backend the name it was asked for by
     * @param threads makes the one thread that drives it
     */
    public record Seating(
            String backend, Node me, RendezvousSettings settings, ThreadFactory threads) {}

    private DynamicHandler(Seating seating, SharedState shared, RendezvousDriver driver) {
        this.seating = seating;
        this.shared = shared;
        this.driver = driver;
        this.thread = seating.threads().newThread(driver);
    }

    /**
     * Takes {@code shared} over, and closes it in the end.
     *
     * @param news is told on the thread of {@code seating}
     */
    public static DynamicHandler start(
            Seating seating, SharedState shared, Consumer<? super RendezvousNews> news) {
        long start = System.nanoTime();
        var wall = InstantSource.system();
        var around =
                new RendezvousDriver.Surroundings(
                        () ->
                                new Moment(
                                        wall.instant(),
                                        Duration.ofNanos(System.nanoTime() - start)),
                        RandomGenerator.getDefault(),
                        news);
        var rules = new RendezvousRules(seating.me(), seating.settings());
        var handler =
                new DynamicHandler(seating, shared, new RendezvousDriver(rules, shared, around));
        handler.thread.start();
        return handler;
    }

    /** The name of the next handler of this process, at that address. */
    public static Node nextNode(String address) {
        return new Node(address, ProcessHandle.current().pid(), HANDLERS.getAndIncrement());
    }

    @Override
    public String backend() {
        return seating.backend();
    }

    @Override
    public String runId() {
        return seating.settings().runId();
    }

    @Override
    public RendezvousInfo nextRendezvous() throws InterruptedException {
        return switch (await(driver.ask(new RendezvousInput.AskJoin()))) {
            case Outcome.Joined(var info) -> info;
            case Outcome.Ended(_, var why) -> throw why;
        };
    }

    @Override
    public boolean isClosed() {
        return driver.known().closed();
    }

    @Override
    public void setClosed() {
        Outcome.Ended ended = awaitEnd(new RendezvousInput.AskClose());
        if (!isClosed(ended.ending())) throw ended.why();
    }

    @Override
    public int numNodesWaiting() {
        return driver.known().waiting();
    }

    @Override
    public Optional<String> scale(int min, int max, String by) {
        return driver.scale(min, max, by);
    }

    @Override
    public void leave() {
        var _ = awaitEnd(new RendezvousInput.AskLeave());
    }

    @Override
    public boolean shutdown() {
        boolean told = isClosed(awaitEnd(new RendezvousInput.AskClose()).ending());
        close();
        return told;
    }

    /** What the thread is doing may be finished; then its questions are cut short. */
    @Override
    public void close() {
        driver.close();
        try {
            var _ = thread.join(PATIENCE);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        shared.close();
    }

    /** A node looks once per interval at least; the limit counts twice for what is slow. */
    @Override
    public Duration lossToldAfter() {
        var settings = seating.settings();
        return settings.silenceLimit().multipliedBy(2).plus(settings.keepAliveInterval());
    }

    @Override
    public NodeLossPolicy onNodeLoss() {
        return seating.settings().onNodeLoss();
    }

    private static boolean isClosed(Ending ending) {
        return switch (ending) {
            case CLOSED_BY_US, CLOSED_BY_OTHERS, LEFT_BEHIND, SPARE_RELEASED -> true;
            case LEFT, TIMED_OUT, UNREACHABLE, UNREADABLE -> false;
        };
    }

    /** Ends by the rules' close timeout; an interrupted thread is told that it came too late. */
    private Outcome.Ended awaitEnd(RendezvousInput input) {
        try {
            return switch (await(driver.ask(input))) {
                case Outcome.Ended ended -> ended;
                case Outcome.Joined _ ->
                        throw new IllegalStateException("joined when asked to leave");
            };
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Outcome.ended(Ending.TIMED_OUT, "waiting for the others was given up");
        }
    }

    private static Outcome await(CompletableFuture<Outcome> answer) throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException | CancellationException e) {
            throw new IllegalStateException("the rendezvous broke", e);
        }
    }
}
