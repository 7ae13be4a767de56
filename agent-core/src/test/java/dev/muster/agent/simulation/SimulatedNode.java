package dev.muster.agent.simulation;

import dev.muster.agent.rendezvous.Moment;
import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousEffect;
import dev.muster.agent.rendezvous.RendezvousEffect.CompareSet;
import dev.muster.agent.rendezvous.RendezvousEffect.ConfirmMembers;
import dev.muster.agent.rendezvous.RendezvousEffect.ReadState;
import dev.muster.agent.rendezvous.RendezvousEffect.WakeAt;
import dev.muster.agent.rendezvous.RendezvousInput;
import dev.muster.agent.rendezvous.RendezvousRules;
import dev.muster.agent.rendezvous.RendezvousSettings;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.Scaling;
import dev.muster.agent.rendezvous.Seat;
import dev.muster.agent.rendezvous.Standing;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The real rules of one node, driven over the simulated ways to the store. */
final class SimulatedNode {
    /** Hears what a node says and what it tells its agent. */
    interface Listener {
        void said(SimulatedNode node, RendezvousRules.Step step);

        void told(SimulatedNode node, RendezvousEffect effect);
    }

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration BETWEEN_SIGNS = Duration.ofSeconds(5);

    final Node name;
    private final World world;
    private final SimulatedRendezvousStore store;
    private final RendezvousNetwork network;
    private final Listener listener;
    private final RendezvousRules rules;
    private Duration skew;
    private final Instant born;
    private Standing standing = Standing.START;
    private Supplier<Set<Node>> foreign = Set::of;
    private RendezvousState token = RendezvousState.EMPTY;
    private Instant frozenUntil = Instant.MIN;
    private Optional<SimulatedLeases> leases = Optional.empty();
    private Optional<SimulatedHost> host = Optional.empty();
    private Optional<Instant> overSince = Optional.empty();
    private Set<Node> listed = Set.of();
    private List<Scaling> scalings = List.of();
    private Optional<Duration> silentSince = Optional.empty();
    private boolean crashed;
    private boolean newsOnTheWay;
    private boolean readAgain;
    private long requests;
    private long awaited;
    private long confirmations;
    private long wakeUps;

    SimulatedNode(
            Node name,
            RendezvousSettings settings,
            Duration skew,
            World world,
            SimulatedRendezvousStore store,
            RendezvousNetwork network,
            Listener listener) {
        this.name = name;
        this.skew = skew;
        this.world = world;
        this.store = store;
        this.network = network;
        this.listener = listener;
        rules = new RendezvousRules(name, settings);
        born = world.instant();
        store.listen(
                news -> {
                    if (concerns(news)) hearOfChange();
                });
    }

    /** Bells ring for what is urgent; etcd tells of every write; torchrun's agents ring none. */
    private boolean concerns(SimulatedRendezvousStore.News news) {
        return switch (news) {
            case HEARTBEATS -> !foreign.get().isEmpty();
            case MINOR -> leases.isPresent() || !foreign.get().isEmpty();
            case URGENT -> true;
        };
    }

    /** Who of the others is not ours: it learns of them as it meets them. */
    void tellForeign(Supplier<Set<Node>> nodes) {
        foreign = nodes;
    }

    /** It shows that it lives by a lease, from now on, and not by heartbeats. */
    void liveBy(SimulatedLeases all) {
        leases = Optional.of(all);
        all.watch(this::hearOfChange);
        all.keepAlive(name);
        world.in(BETWEEN_SIGNS, this::showLife);
    }

    /** The store that it asks is served by a node. */
    void servedBy(SimulatedHost store) {
        host = Optional.of(store);
    }

    private void showLife() {
        if (!isAlive()) return;
        if (!isFrozen()) {
            leases.ifPresent(all -> network.send(name.address(), () -> all.keepAlive(name)));
        }
        world.in(BETWEEN_SIGNS, this::showLife);
    }

    Seat seat() {
        return standing.seat();
    }

    boolean isAlive() {
        return !crashed && !(seat() instanceof Seat.Over);
    }

    /** Whether it crashed, or went home before then. */
    boolean hasEndedBefore(Instant then) {
        return crashed || overSince.filter(since -> since.isBefore(then)).isPresent();
    }

    boolean isFrozen() {
        return world.instant().isBefore(frozenUntil);
    }

    void crash() {
        crashed = true;
    }

    void freeze(Duration length) {
        frozenUntil = world.instant().plus(length);
    }

    /** Somebody sets its wall clock. */
    void turnClock(Duration ahead) {
        skew = ahead;
    }

    /** Does it now, or when the node is no longer frozen; a crashed one never does. */
    void act(Runnable action) {
        if (crashed) return;
        if (isFrozen()) {
            world.at(frozenUntil, () -> act(action));
        } else {
            action.run();
        }
    }

    void on(RendezvousInput input) {
        if (!isAlive()) return;
        var step = rules.on(standing, input, now());
        standing = step.next();
        if (!isAlive()) overSince = Optional.of(world.instant());
        listener.said(this, step);
        step.effects().forEach(this::perform);
    }

    private Moment now() {
        Instant time = world.instant();
        return new Moment(time.plus(skew), Duration.between(born, time));
    }

    private void perform(RendezvousEffect effect) {
        switch (effect) {
            case ReadState _ -> {
                if (awaited == 0) ask(RendezvousState.EMPTY, RendezvousState.EMPTY, true);
                else readAgain = true;
            }
            case CompareSet(_, var desired) -> ask(token, desired, false);
            case ConfirmMembers confirm -> confirm(confirm, ++confirmations);
            case WakeAt(var uptime) -> {
                long wakeUp = ++wakeUps;
                world.at(
                        born.plus(uptime),
                        () ->
                                act(
                                        () -> {
                                            if (wakeUp == wakeUps) {
                                                on(new RendezvousInput.Tick());
                                            }
                                        }));
            }
            default -> listener.told(this, effect);
        }
    }

    /** One request at a time, so that answers cannot overtake each other; then patience ends. */
    private void ask(RendezvousState expected, RendezvousState desired, boolean onlyRead) {
        readAgain = false;
        long request = awaited = ++requests;
        int life = store.lives();
        var known = scalings;
        network.send(
                name.address(),
                () -> {
                    if (store.lives() != life || !storeAnswers()) return;
                    store.remind(known);
                    var said = store.scalings();
                    boolean mayWrite = !onlyRead && holdsItsLease();
                    var answer = mayWrite ? store.compareSet(expected, desired) : store.state();
                    var held = leases.map(SimulatedLeases::held);
                    network.send(
                            name.address(),
                            () -> {
                                if (store.lives() != life) return;
                                act(() -> answered(request, answer, held, said));
                            });
                });
        world.in(
                PATIENCE,
                () ->
                        act(
                                () -> {
                                    if (awaited != request || !isAlive()) return;
                                    unanswered();
                                    if (!isAlive()) return;
                                    ask(RendezvousState.EMPTY, RendezvousState.EMPTY, true);
                                }));
    }

    private boolean storeAnswers() {
        return host.map(SimulatedHost::answers).orElse(true);
    }

    /** Whoever finds that its lease has ended takes a new one, and looks again before it writes. */
    private boolean holdsItsLease() {
        boolean holds = leases.map(all -> all.held().contains(name)).orElse(true);
        if (!holds) leases.orElseThrow().keepAlive(name);
        return holds;
    }

    private void unanswered() {
        Duration now = now().uptime();
        if (silentSince.isEmpty()) silentSince = Optional.of(now);
        on(new RendezvousInput.Unreachable(silentSince.get(), "no answer", Optional.empty()));
    }

    private void answered(
            long request, RendezvousState answer, Optional<Set<Node>> held, List<Scaling> said) {
        if (awaited != request) return; // too late: we have asked again
        if (!said.equals(scalings)) {
            scalings = said;
            on(new RendezvousInput.Scaled(said.getLast()));
        }
        awaited = 0;
        boolean again = readAgain;
        token = answer;
        silentSince = Optional.empty();
        var strangers = foreign.get();
        if (!standing.foreign().equals(strangers)) on(new RendezvousInput.Foreign(strangers));
        on(new RendezvousInput.Read(held.map(living -> seen(answer, living)).orElse(answer)));
        if (again && awaited == 0 && isAlive()) perform(new ReadState());
    }

    /** Tells whose lease has ended; what stands for the heartbeats of the others changes. */
    private RendezvousState seen(RendezvousState answer, Set<Node> living) {
        var known = new HashSet<>(listed);
        listed = answer.lastHeartbeats().keySet();
        known.addAll(listed);
        known.remove(name);
        known.removeAll(living);
        if (!known.equals(standing.ended())) on(new RendezvousInput.Ended(known));
        var beats = new TreeMap<>(answer.lastHeartbeats());
        beats.replaceAll((node, last) -> living.contains(node) ? world.instant() : last);
        return answer.withHeartbeats(beats);
    }

    private void confirm(ConfirmMembers effect, long confirmation) {
        if (confirmation != confirmations || crashed) return;
        int life = store.lives();
        network.send(
                name.address(),
                () -> {
                    if (store.lives() != life || !storeAnswers()) return;
                    var members = store.confirm(effect.round(), effect.members());
                    network.send(
                            name.address(),
                            () ->
                                    act(
                                            () -> {
                                                if (confirmation != confirmations) return;
                                                if (store.lives() != life) return;
                                                confirmations++;
                                                on(
                                                        new RendezvousInput.Confirmed(
                                                                effect.round(), members));
                                            }));
                });
        world.in(
                PATIENCE,
                () ->
                        act(
                                () -> {
                                    if (store.lives() == life) {
                                        confirm(effect, confirmation);
                                    } else if (confirmation == confirmations && isAlive()) {
                                        unanswered();
                                        on(new RendezvousInput.Tick());
                                    }
                                }));
    }

    private void hearOfChange() {
        if (newsOnTheWay || crashed || network.isCut(name.address())) return;
        newsOnTheWay = true;
        world.in(
                network.newsDelay(),
                () -> {
                    newsOnTheWay = false;
                    act(() -> on(new RendezvousInput.Tick()));
                });
    }
}
