package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.agent.rendezvous.RendezvousSettings;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.agent.rendezvous.c10d.C10dSharedState.Shared;
import dev.muster.agent.rendezvous.dynamic.SharedState;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreException;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The nodes of one run id in a c10d store: PyTorch's state under PyTorch's key, and beside it,
 * under names that no agent of PyTorch uses, what our own nodes tell each other: that they are
 * ours, that something has changed, whose turn it is.
 */
final class C10dMeeting implements SharedState {
    private static final Duration LONGEST_TRY = Duration.ofSeconds(5);

    /** How often to look where a change may come without a bell. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final StoreLink link;
    private final Runnable whenLeft;
    private final RendezvousSettings settings;
    private final Node me;
    private final Duration atMost;
    private final Set<Node> strangers = new HashSet<>();
    private StateDialect dialect;
    private Optional<Shared> last = Optional.empty();
    private boolean lost;
    private @Nullable Visit visit;

    /** What goes with one connection. */
    private record Visit(StoreClient client, C10dSharedState state, Bells bells, Pen pen) {}

    /**
     * Where they meet.
     *
     * @param whenLeft is run when this node has let go of it
     */
    record Place(StoreLink link, Runnable whenLeft) {}

    /**
     * @param first the dialect to write if nobody has written yet
     * @param atMost how long each question to the store may take
     */
    C10dMeeting(
            Place place,
            RendezvousSettings settings,
            Node me,
            StateDialect first,
            Duration atMost) {
        this.link = place.link();
        this.whenLeft = place.whenLeft();
        this.settings = settings;
        this.me = me;
        this.dialect = first;
        this.atMost = atMost;
    }

    @Override
    public RendezvousState read() {
        return ask(this::readOn);
    }

    @Override
    public RendezvousState replace(RendezvousState desired) {
        Visit before = visit;
        return ask(
                now -> {
                    if (now != before) return readOn(now); // a store that may never have seen last
                    return lost && !now.pen().isHeld()
                            ? inTurn(now, desired)
                            : replaceOn(now, desired);
                });
    }

    /** What was decided on an old state would be in vain again. */
    private RendezvousState inTurn(Visit now, RendezvousState desired) {
        now.pen().take();
        var before = last.map(Shared::token);
        RendezvousState state = readOn(now);
        return last.map(Shared::token).equals(before) ? replaceOn(now, desired) : state;
    }

    private RendezvousState readOn(Visit now) {
        return found(now, now.state().read());
    }

    private RendezvousState replaceOn(Visit now, RendezvousState desired) {
        var written = now.state().write(desired, last.map(Shared::token));
        lost = !written.ours();
        if (lost) return found(now, written.now());
        now.bells().replaced(stateOf(last), desired);
        now.pen().handOn();
        last = written.now();
        return stateOf(last);
    }

    private RendezvousState found(Visit now, Optional<Shared> there) {
        now.bells().found(stateOf(last), stateOf(there));
        last = there;
        last.ifPresent(each -> dialect = each.token().dialect());
        return stateOf(there);
    }

    private static RendezvousState stateOf(Optional<Shared> shared) {
        return shared.map(Shared::state).orElse(RendezvousState.EMPTY);
    }

    @Override
    public void rest(Runnable changed) {
        Visit now = visit;
        if (now == null) {
            changed.run();
            return;
        }
        lost = false;
        now.pen().handOn();
        RendezvousState seen = stateOf(last);
        boolean silentWriters = !Collections.disjoint(strangers, seen.lastHeartbeats().keySet());
        now.bells()
                .listen(
                        seen,
                        silentWriters ? Optional.of(BETWEEN_LOOKS) : Optional.empty(),
                        changed);
    }

    @Override
    public boolean holdsSpares() {
        return dialect.spares();
    }

    @Override
    public Map<Node, String> ours(Set<Node> nodes) {
        Map<Node, String> ours = ask(now -> marks(now.client(), List.copyOf(nodes)));
        strangers.retainAll(stateOf(last).lastHeartbeats().keySet());
        strangers.addAll(nodes);
        strangers.removeAll(ours.keySet());
        return ours;
    }

    /** All at once if all are there, which is the rule; else one by one. */
    private Map<Node, String> marks(StoreClient client, List<Node> nodes) {
        var there = new HashMap<Node, String>();
        List<Node> marked = nodes;
        if (!client.check(nodes.stream().map(this::markOf).toList(), atMost)) {
            List<CompletableFuture<Boolean>> each =
                    nodes.stream()
                            .map(node -> client.async().check(List.of(markOf(node)), atMost))
                            .toList();
            marked =
                    IntStream.range(0, nodes.size())
                            .filter(k -> joined(each.get(k)))
                            .mapToObj(nodes::get)
                            .toList();
        }
        List<Value> values = client.multiGet(marked.stream().map(this::markOf).toList(), atMost);
        for (int k = 0; k < marked.size(); k++) there.put(marked.get(k), values.get(k).toText());
        return there;
    }

    private static boolean joined(CompletableFuture<Boolean> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StoreException why ? why : e;
        }
    }

    @Override
    public String confirm(long round, String members) {
        Key key = Key.of(settings.roundPrefix(round) + "/muster/members");
        Value ours = Value.of(members);
        return ask(now -> now.client().compareSet(key, Value.EMPTY, ours, atMost).toText());
    }

    @Override
    public RoundStore round(long round) {
        return new LinkedRound(link, settings::roundPrefix, round);
    }

    @Override
    public void close() {
        link.close();
        whenLeft.run();
    }

    private <T> T ask(Function<Visit, T> question) {
        Visit now = visit();
        try {
            return question.apply(now);
        } catch (StoreException e) {
            throw failed(now.client(), C10dSharedState.unreachable(e));
        } catch (Unreachable e) {
            throw failed(now.client(), e);
        }
    }

    private Unreachable failed(StoreClient client, Unreachable why) {
        visit = null;
        link.failed(client);
        return why;
    }

    /** Whoever finds a new store, or an old one that forgot, introduces itself first. */
    private Visit visit() {
        Duration tryFor = atMost.compareTo(LONGEST_TRY) < 0 ? atMost : LONGEST_TRY;
        StoreClient client = link.client(tryFor);
        if (visit != null && visit.client() == client) return visit;
        try {
            client.set(markOf(me), Value.of(told()), atMost);
            var state = C10dSharedState.open(client, settings.runId(), dialect, atMost);
            var fresh =
                    new Visit(
                            client,
                            state,
                            new Bells(client, prefix() + "bell/", atMost),
                            new Pen(client, prefix() + "pen/", atMost));
            last = Optional.empty();
            lost = false;
            visit = fresh;
            return fresh;
        } catch (StoreException e) {
            throw failed(client, C10dSharedState.unreachable(e));
        } catch (Unreachable e) {
            throw failed(client, e);
        }
    }

    private String told() {
        return "%d:%d".formatted(settings.minNodes(), settings.maxNodes());
    }

    private Key markOf(Node node) {
        return Key.of(prefix() + "node/" + node);
    }

    private String prefix() {
        return settings.stateKey() + "/muster/";
    }
}
