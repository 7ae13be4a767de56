package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousChange;
import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.agent.rendezvous.RendezvousSettings;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.agent.rendezvous.Scaling;
import dev.muster.agent.rendezvous.Wish;
import dev.muster.agent.rendezvous.c10d.C10dSharedState.Shared;
import dev.muster.agent.rendezvous.dynamic.SharedState;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreException;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * The nodes of one run id in a c10d store: PyTorch's state under PyTorch's key, and beside it,
 * under names that no agent of PyTorch uses, what our own nodes tell each other: that they are
 * ours, that something has changed, whose turn it is, how many the job may have.
 */
final class C10dMeeting implements SharedState {
    private static final Duration LONGEST_TRY = Duration.ofSeconds(5);

    private static final Duration GLANCE = Duration.ofSeconds(1);

    /** How often to look where a change may come without a bell. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    /** For so long after a lost write, a node waits for its turn. */
    private static final Duration CROWDED = Duration.ofSeconds(30);

    /** What a node says of itself that serves the store. */
    private static final String SERVES = "serves";

    /** Whoever takes over may introduce itself a little later than others find it. */
    private static final int LOOKS_FOR_HOST = 3;

    private final StoreLink link;
    private final StoreDuty duty;
    private final RendezvousSettings settings;
    private final Scalings scalings;
    private final Node me;
    private final Duration atMost;
    private final Set<Node> strangers = new HashSet<>();
    private StateDialect dialect;
    private Optional<Shared> last = Optional.empty();
    private long crowdedUntil = System.nanoTime();
    private Optional<Node> host = Optional.empty();
    private boolean visited;
    private int looksForHost;
    private @Nullable Visit visit;

    /** What goes with one connection. */
    private record Visit(
            StoreClient client,
            C10dSharedState state,
            Bells bells,
            QuietWrites quietWrites,
            Pen pen) {}

    /**
     * Where they meet.
     *
     * @param duty whether this node serves it; over when the node has let go of it
     */
    record Place(StoreLink link, StoreDuty duty) {}

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
        this.duty = place.duty();
        this.settings = settings;
        this.me = me;
        this.dialect = first;
        this.atMost = atMost;
        scalings = new Scalings(prefix() + "scaling/", atMost);
    }

    @Override
    public RendezvousState read() {
        RendezvousState state = ask(this::readOn);
        if (looksForHost > 0 && host.isEmpty()) {
            looksForHost--;
            var _ = introduced();
        }
        return state;
    }

    @Override
    public Optional<Node> host() {
        return host;
    }

    @Override
    public Optional<String> takeOver() {
        return duty.takeOver();
    }

    @Override
    public RendezvousState replace(RendezvousState desired) {
        Visit before = visit;
        return ask(now -> now == before ? replaceOn(now, desired) : readOn(now));
    }

    @Override
    public RendezvousState replace(RendezvousChange change, RendezvousState desired) {
        Visit before = visit;
        return ask(
                now -> {
                    if (now != before) return readOn(now); // a store that may never have seen last
                    boolean forOthers = desired.round() == stateOf(last).round(); // else by memory
                    return forOthers && isCrowded() && !now.pen().isHeld()
                            ? inTurn(now, change, desired)
                            : replaceOn(now, desired);
                });
    }

    /** What was decided on an old state would be in vain again. */
    private RendezvousState inTurn(Visit now, RendezvousChange change, RendezvousState desired) {
        var wall = InstantSource.system().instant();
        now.pen().await(Wish.of(me, change, stateOf(last), scaled(), wall).text());
        var before = last.map(Shared::token);
        RendezvousState state = readOn(now);
        boolean stillHolds = last.map(Shared::token).equals(before);
        return now.pen().isHeld() && stillHolds ? replaceOn(now, desired) : state;
    }

    private RendezvousState readOn(Visit now) {
        var more = scalings.more(now.client());
        RendezvousState state = found(now, now.state().read());
        boolean scaled = more.isDone() && !more.isCompletedExceptionally() && more.join();
        if (scaled) scalings.look(now.client());
        return state;
    }

    private RendezvousState replaceOn(Visit now, RendezvousState desired) {
        var done = new ArrayList<Long>();
        RendezvousState whole = desired;
        if (now.pen().isHeld()) whole = withWishes(now.pen(), desired, done);
        var written = now.state().write(whole, last.map(Shared::token));
        if (!written.ours()) {
            crowdedUntil = System.nanoTime() + CROWDED.toNanos();
            return found(now, written.now());
        }
        now.bells().replaced(stateOf(last), whole);
        now.pen().handOn(done);
        last = written.now();
        return stateOf(last);
    }

    /**
     * What all who wait want as well. Who would want something else by now is to look again.
     *
     * @param done is filled with the numbers of whom that settles
     */
    private RendezvousState withWishes(Pen pen, RendezvousState state, List<Long> done) {
        RendezvousState whole = state;
        for (var each : pen.wishes().entrySet()) {
            Optional<Wish> wish = Wish.parse(each.getValue()).filter(Wish::isForOthers);
            if (wish.isEmpty()) continue;
            whole = wish.get().doneIn(whole, scaled()).orElse(whole);
            done.add(each.getKey());
        }
        return whole;
    }

    private boolean isCrowded() {
        return System.nanoTime() - crowdedUntil < 0;
    }

    private RendezvousState found(Visit now, Optional<Shared> there) {
        now.bells().found(stateOf(last), stateOf(there));
        last = there;
        last.ifPresent(each -> dialect = each.token().dialect());
        return stateOf(there);
    }

    /** What was last answered, as it stands in the store. */
    private Value written() {
        return last.map(there -> there.token().stored()).orElse(StateCodec.UNTOUCHED);
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
        try {
            now.pen().handOn(List.of());
        } catch (StoreException e) {
            var _ = failed(now.client(), C10dSharedState.unreachable(e));
            changed.run();
            return;
        }
        RendezvousState seen = stateOf(last);
        boolean silentWriters = !Collections.disjoint(strangers, seen.lastHeartbeats().keySet());
        now.quietWrites().rest(written(), silentWriters, changed);
        now.bells()
                .listen(
                        seen,
                        silentWriters ? Optional.of(BETWEEN_LOOKS) : Optional.empty(),
                        changed);
    }

    @Override
    public Optional<Scaling> scaling() {
        return scalings.newest();
    }

    @Override
    public void scale(Scaling wanted) {
        var _ =
                ask(
                        now -> {
                            scalings.say(now.client(), wanted);
                            now.bells().changedBeside(found(now, now.state().read()));
                            return wanted;
                        });
    }

    /** What this node goes by. */
    private RendezvousSettings scaled() {
        return settings.scaledTo(scalings.newest());
    }

    @Override
    public boolean holdsSpares() {
        return dialect.spares();
    }

    @Override
    public Map<Node, String> ours(Set<Node> nodes) {
        Map<String, String> introduced = introduced();
        var ours = new HashMap<Node, String>();
        for (Node node : nodes) {
            Optional.ofNullable(introduced.get(node.toString()))
                    .ifPresent(told -> ours.put(node, told));
        }
        strangers.retainAll(stateOf(last).lastHeartbeats().keySet());
        strangers.addAll(nodes);
        strangers.removeAll(ours.keySet());
        return ours;
    }

    /** What each node was told, by its name; and who serves the store, if it is one of ours. */
    private Map<String, String> introduced() {
        var told = new HashMap<String, String>();
        String lines = ask(now -> now.client().get(introductionsKey(), atMost).toText());
        for (String line : lines.split("\n", -1)) {
            int blank = line.lastIndexOf(' ');
            if (blank <= 0) continue;
            String name = line.substring(0, blank);
            String what = line.substring(blank + 1);
            if (what.equals(SERVES)) host = Node.parse(name);
            else told.put(name, what);
        }
        return told;
    }

    @Override
    public SortedMap<String, Integer> otherRuns() {
        try (StoreClient visitor = link.another(GLANCE)) {
            return new OtherRuns(visitor, GLANCE).beside(settings.runId());
        } catch (StoreException _) {
            return Collections.emptySortedMap(); // it is only a hint
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
        duty.end();
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
        link.failed(client, why);
        return why;
    }

    /** Whoever finds a new store, or an old one that forgot, introduces itself first. */
    private Visit visit() {
        Duration tryFor = atMost.compareTo(LONGEST_TRY) < 0 ? atMost : LONGEST_TRY;
        StoreClient client = link.client(tryFor);
        if (visit != null && visit.client() == client) return visit;
        try {
            client.append(introductionsKey(), Value.of(introduction()), atMost);
            var state = C10dSharedState.open(client, settings.runId(), dialect, atMost);
            scalings.remind(client);
            var quietWrites = new QuietWrites();
            duty.watch(Key.of(settings.stateKey()), quietWrites::wrote);
            var fresh =
                    new Visit(
                            client,
                            state,
                            new Bells(client, prefix() + "bell/", atMost),
                            quietWrites,
                            new Pen(client, prefix() + "pen/", atMost));
            last = Optional.empty();
            host = duty.serves() ? Optional.of(me) : Optional.empty();
            looksForHost = visited ? LOOKS_FOR_HOST : 0; // the first were here before us
            visited = true;
            visit = fresh;
            return fresh;
        } catch (StoreException e) {
            throw failed(client, C10dSharedState.unreachable(e));
        } catch (Unreachable e) {
            throw failed(client, e);
        }
    }

    private String introduction() {
        String serves = duty.serves() ? "%s %s\n".formatted(me, SERVES) : "";
        var told = scaled();
        return "%s %d:%d\n%s".formatted(me, told.minNodes(), told.maxNodes(), serves);
    }

    /** One text for all, a line for each: a node reads it once and not a key per node. */
    private Key introductionsKey() {
        return Key.of(prefix() + "nodes");
    }

    private String prefix() {
        return settings.stateKey() + "/muster/";
    }
}
