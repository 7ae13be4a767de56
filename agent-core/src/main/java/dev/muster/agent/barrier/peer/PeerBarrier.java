package dev.muster.agent.barrier.peer;

import dev.muster.agent.barrier.BarrierNews;
import dev.muster.agent.barrier.BarrierOutcome;
import dev.muster.agent.barrier.PeerBarrierEffect;
import dev.muster.agent.barrier.PeerBarrierEffect.Drop;
import dev.muster.agent.barrier.PeerBarrierEffect.Fail;
import dev.muster.agent.barrier.PeerBarrierEffect.Pass;
import dev.muster.agent.barrier.PeerBarrierEffect.Refuse;
import dev.muster.agent.barrier.PeerBarrierEffect.Send;
import dev.muster.agent.barrier.PeerBarrierEffect.Tell;
import dev.muster.agent.barrier.PeerBarrierEffect.WakeAt;
import dev.muster.agent.barrier.PeerBarrierInput;
import dev.muster.agent.barrier.PeerBarrierRules;
import dev.muster.agent.barrier.PeerBarrierState;
import dev.muster.agent.barrier.PeerId;
import dev.muster.agent.barrier.PeerMessage;
import dev.muster.agent.loop.AgentLoop;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One participant of a barrier that needs no store (elastic-agent §6.4). All methods may be called
 * from any thread; a participant is at the barrier once at a time, so a second call while one waits
 * is refused.
 *
 * <p>Whoever is told that everybody was there knows that everybody is told the same or, if it is
 * cut off until its deadline, that nobody uses this generation any more.
 */
public final class PeerBarrier implements AutoCloseable {
    /** How long {@link #close} waits for the others to hear that we go. */
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final PeerBarrierRules rules;
    private final PeerPort port;
    private final AgentLoop loop;
    private final InstantSource clock;
    private final Consumer<? super BarrierNews> news;
    private final Mesh mesh;
    private final boolean ownsLoop;
    private final long began = System.nanoTime();
    private final CountDownLatch quiet = new CountDownLatch(1);
    private PeerBarrierState state;
    private Optional<CompletableFuture<BarrierOutcome>> pending = Optional.empty();
    private Optional<Duration> wake = Optional.empty();
    private boolean closing;

    private PeerBarrier(
            PeerBarrierConfig config,
            PeerPort port,
            AgentLoop loop,
            boolean ownsLoop,
            InstantSource clock,
            Consumer<? super BarrierNews> news) {
        this.port = port;
        this.loop = loop;
        this.ownsLoop = ownsLoop;
        this.clock = clock;
        this.news = news;
        var random = new SecureRandom();
        rules = new PeerBarrierRules(config.group(), config.me(), config.settings());
        state = rules.start(Duration.ZERO);
        mesh =
                new Mesh(
                        new Greeting(config.group(), config.me(), random.nextLong()),
                        config.addresses(),
                        loop,
                        clock,
                        random,
                        new Ear());
    }

    /**
     * Begins to connect; nobody has to be there yet. On a thread of its own.
     *
     * @param port ours from now on: it is closed with the barrier
     * @param clock by which time passes; what it shows does not matter
     * @param news told what happens meanwhile, on the barrier's thread, which must not be kept
     */
    public static PeerBarrier open(
            PeerBarrierConfig config,
            PeerPort port,
            InstantSource clock,
            Consumer<? super BarrierNews> news) {
        var loop = new AgentLoop(clock);
        loop.start();
        return open(new PeerBarrier(config, port, loop, true, clock, news));
    }

    /**
     * As the other {@code open}, on a thread that others use too.
     *
     * @param loop decides everything; outlives the barrier
     */
    static PeerBarrier open(
            PeerBarrierConfig config,
            PeerPort port,
            AgentLoop loop,
            InstantSource clock,
            Consumer<? super BarrierNews> news) {
        return open(new PeerBarrier(config, port, loop, false, clock, news));
    }

    private static PeerBarrier open(PeerBarrier barrier) {
        barrier.loop.execute(
                () -> {
                    barrier.mesh.start(barrier.port);
                    barrier.on(new PeerBarrierInput.Tick());
                });
        return barrier;
    }

    /**
     * We are at the barrier. What depends on the future runs on the barrier's thread, and must not
     * wait there.
     *
     * @param timeout covers everything until it is passed
     */
    public CompletableFuture<BarrierOutcome> enter(Duration timeout) {
        return ask(new PeerBarrierInput.Enter(timeout));
    }

    /**
     * As {@link #enter}, and waits. A caller that is interrupted stops waiting, but is at the
     * barrier all the same; only {@link #abort} takes that back.
     */
    public BarrierOutcome await(Duration timeout) throws InterruptedException {
        CompletableFuture<BarrierOutcome> outcome = enter(timeout);
        try {
            return outcome.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the barrier failed in a way of its own", e);
        }
    }

    /** Asks for a new generation, which begins when everybody has. */
    public CompletableFuture<BarrierOutcome> reset(Duration timeout) {
        return ask(new PeerBarrierInput.Reset(timeout));
    }

    /** Ends this generation, for everybody. */
    public void abort(String because) {
        loop.execute(() -> on(new PeerBarrierInput.Abort(because)));
    }

    /**
     * Says that we go for good, waits up to two seconds for that to be heard, and closes the port.
     * Not on the barrier's thread. A call that waits is not answered any more.
     */
    @Override
    public void close() {
        port.close();
        loop.execute(this::finish);
        try {
            if (!quiet.await(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) mesh.closeAll();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            mesh.closeAll();
        } finally {
            if (ownsLoop) endLoop();
        }
    }

    /** Not before all news is told. */
    private void endLoop() {
        CompletableFuture.runAsync(() -> {}, loop).join();
        loop.close();
    }

    private CompletableFuture<BarrierOutcome> ask(PeerBarrierInput input) {
        var outcome = new CompletableFuture<BarrierOutcome>();
        loop.execute(() -> ask(input, outcome));
        return outcome;
    }

    // ---- on the loop ----

    private void ask(PeerBarrierInput input, CompletableFuture<BarrierOutcome> outcome) {
        if (closing) {
            outcome.complete(new BarrierOutcome.Refused("the barrier is closed"));
            return;
        }
        PeerBarrierRules.Step step = decide(input);
        for (PeerBarrierEffect effect : step.effects()) {
            if (effect instanceof Refuse(var because)) {
                outcome.complete(new BarrierOutcome.Refused(because));
            }
        }
        if (!outcome.isDone()) pending = Optional.of(outcome);
        step.effects().forEach(this::perform);
    }

    private void finish() {
        if (!closing) {
            on(new PeerBarrierInput.Leave());
            closing = true;
            mesh.finish();
        }
        if (mesh.isQuiet()) quiet.countDown();
    }

    private void on(PeerBarrierInput input) {
        if (!closing) decide(input).effects().forEach(this::perform);
    }

    private PeerBarrierRules.Step decide(PeerBarrierInput input) {
        PeerBarrierRules.Step step = rules.on(state, input, uptime());
        state = step.next();
        return step;
    }

    private void perform(PeerBarrierEffect effect) {
        switch (effect) {
            case Send(var peer, var message) -> mesh.send(peer, message);
            case Drop(var peer, _) -> mesh.drop(peer);
            case WakeAt(var uptime) -> wakeAt(uptime);
            case Pass(var generation, var epoch, var waited) ->
                    end(new BarrierOutcome.Passed(generation, epoch, waited));
            case Fail(var breach) -> end(new BarrierOutcome.Broken(breach));
            case Refuse _ -> {} // the caller has been told
            case Tell(var told) -> tell(told);
        }
    }

    /** In an action of its own: a listener that fails must not keep the barrier from going on. */
    private void tell(BarrierNews told) {
        loop.execute(() -> news.accept(told));
    }

    private void end(BarrierOutcome outcome) {
        var ended = pending;
        pending = Optional.empty();
        ended.ifPresent(future -> future.complete(outcome));
    }

    /** A timer that rings later than one that is set already is set when that one rings. */
    private void wakeAt(Duration uptime) {
        if (wake.isPresent() && wake.get().compareTo(uptime) <= 0) return;
        wake = Optional.of(uptime);
        loop.at(
                clock.instant().plus(uptime.minus(uptime())),
                () -> {
                    if (!wake.equals(Optional.of(uptime))) return;
                    wake = Optional.empty();
                    on(new PeerBarrierInput.Tick());
                });
    }

    private Duration uptime() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    /** What the connections bring. */
    private final class Ear implements Mesh.Listener {
        @Override
        public void connected(PeerId peer, long incarnation) {
            on(new PeerBarrierInput.Connected(peer, incarnation));
        }

        @Override
        public void disconnected(PeerId peer) {
            on(new PeerBarrierInput.Disconnected(peer));
            if (closing && mesh.isQuiet()) quiet.countDown();
        }

        @Override
        public void received(PeerId peer, PeerMessage message) {
            on(new PeerBarrierInput.Received(peer, message));
        }

        @Override
        public void refused(Optional<PeerId> peer, String reason, String because) {
            peer.ifPresent(id -> on(new PeerBarrierInput.Refused(id, reason)));
            tell(new BarrierNews.Refused(peer, reason, because));
        }
    }
}
