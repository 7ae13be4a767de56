package dev.muster.agent.rendezvous.etcd;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.agent.rendezvous.RendezvousSettings;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.agent.rendezvous.Scaling;
import dev.muster.agent.rendezvous.dynamic.SharedState;
import dev.muster.store.protocol.Bytes;

import java.time.Duration;
import java.time.Instant;
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
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The nodes of one run id in etcd. The state lies under one key, and every node that lives has one
 * beside it, under a lease of its own. Both are read in one look, and written in one transaction,
 * which goes through only where the state is the one last seen and the writer itself still counts
 * as living.
 *
 * <p>All keys of the run but those of the nodes go with the run's lease, which every node keeps up
 * while it takes part. So etcd forgets a run, closed or not, {@link #REMEMBERED} after its last
 * node has gone.
 */
final class EtcdSharedState implements SharedState {
    static final Duration REMEMBERED = Duration.ofHours(2);

    /** Of other runs; some tens of bytes each. */
    private static final int MOST_NAMES = 10_000;

    private final EtcdClient client;
    private final Node me;
    private final RendezvousSettings settings;
    private final RunKeys keys;
    private final SignOfLife sign;
    private final RunLease run;
    private final News news;
    private final Crowd crowd = new Crowd();
    private boolean keptBack;
    private final EtcdWatch watch;
    private final InstantSource clock = InstantSource.system();

    private Optional<Entry> last = Optional.empty();
    private Set<Node> listed = Set.of();
    private Set<Node> ended = Set.of();

    private Optional<Scaling> scaling = Optional.empty();

    /** What each node that lives was told, by its key. */
    private Map<String, String> living = Map.of();

    /** When each of those listed was last known to live: what stands for a heartbeat. */
    private final Map<Node, Instant> lived = new HashMap<>();

    private EtcdSharedState(
            EtcdClient client,
            Node me,
            RendezvousSettings settings,
            SignOfLife sign,
            long revision) {
        this.client = client;
        this.me = me;
        this.settings = settings;
        this.sign = sign;
        keys = RunKeys.of(settings.runId());
        run = new RunLease(client, REMEMBERED, atMost());
        news = new News(Set.of(keys.state(), keys.scaling()));
        watch = client.watch(keys.now(), revision, news);
    }

    /**
     * Shows that this node lives, from now on. Closes {@code client} in the end.
     *
     * @throws Unreachable when etcd does not answer
     */
    static EtcdSharedState open(EtcdClient client, Node me, RendezvousSettings settings) {
        Duration atMost = atMost(settings);
        var keys = RunKeys.of(settings.runId());
        long revision = client.range(KeyRange.only(keys.state()), atMost).revision();
        var shown =
                new SignOfLife.Shown(
                        keys.node(me),
                        Bytes.utf8(told(settings)),
                        settings.silenceLimit(),
                        settings.keepAliveInterval(),
                        atMost);
        var sign = SignOfLife.begin(client, shown);
        return new EtcdSharedState(client, me, settings, sign, revision + 1);
    }

    @Override
    public RendezvousState read() {
        var state = see(client.range(keys.now(), atMost()));
        run.keepUp();
        return state;
    }

    /** What was decided on what is old by now would be in vain again: it is decided anew, once. */
    @Override
    public RendezvousState replace(RendezvousState desired) {
        Duration wait = keptBack ? Duration.ZERO : crowd.beforeWriting();
        keptBack = wait.isPositive();
        if (!keptBack) return written(desired);
        long before = last.map(Entry::modified).orElse(0L);
        pause(wait);
        RendezvousState now = read();
        boolean stillHolds = last.map(Entry::modified).orElse(0L) == before;
        if (!stillHolds) return now;
        keptBack = false;
        return written(desired);
    }

    private RendezvousState written(RendezvousState desired) {
        if (!living.containsKey(keys.node(me))) sign.renew();
        if (last.isPresent()) return see(replaced(desired, last.get().lease()));
        long granted = run.grant();
        var now = see(replaced(desired, granted));
        boolean first = last.filter(entry -> entry.lease() == granted).isPresent();
        if (!first) client.revoke(granted, atMost());
        return now;
    }

    private static void pause(Duration wait) {
        try {
            TimeUnit.NANOSECONDS.sleep(wait.toNanos());
        } catch (InterruptedException e) {
            throw EtcdMembers.interrupted(e);
        }
    }

    /** What is there after writing {@code desired} under {@code lease}, if that goes through. */
    private Entries replaced(RendezvousState desired, long lease) {
        String key = keys.state();
        var guards = List.of(unchanged(key, last), new Guard.Present(keys.node(me)));
        var look = new Operation.Range(keys.now());
        var write = new ArrayList<Operation>();
        if (desired.round() > 1) {
            write.add(new Operation.Delete(keys.roundsBefore(desired.round() - 1)));
        }
        write.add(new Operation.Put(key, StateJson.write(desired), lease));
        write.add(look);
        long start = System.nanoTime();
        var outcome = client.transact(new Transaction(guards, write, List.of(look)), atMost());
        crowd.wrote(outcome.succeeded(), Duration.ofNanos(System.nanoTime() - start));
        return outcome.found();
    }

    private RendezvousState see(Entries there) {
        Optional<Entry> found = there.get(keys.state());
        RendezvousState state =
                found.map(entry -> StateJson.read(entry.value())).orElse(RendezvousState.EMPTY);
        last = found;
        scaling =
                there.get(keys.scaling())
                        .flatMap(entry -> Scaling.parse(entry.value().toText()))
                        .or(() -> scaling);
        run.found(found.map(Entry::lease).orElse(0L));
        living =
                there.entries().stream()
                        .filter(entry -> keys.isNode(entry.key()))
                        .collect(Collectors.toMap(Entry::key, entry -> entry.value().toText()));
        var known = new HashSet<>(listed);
        listed = listed(state);
        known.addAll(listed);
        ended =
                known.stream()
                        .filter(node -> !node.equals(me) && !lives(node))
                        .collect(Collectors.toUnmodifiableSet());
        crowd.seen(state, living.size());
        news.answered(there.revision());
        return withHeartbeats(state);
    }

    private RendezvousState withHeartbeats(RendezvousState state) {
        Instant now = clock.instant();
        lived.keySet().retainAll(listed);
        for (Node node : listed) {
            if (lives(node)) lived.put(node, now);
            else lived.putIfAbsent(node, Instant.EPOCH);
        }
        return state.withHeartbeats(lived);
    }

    private boolean lives(Node node) {
        return living.containsKey(keys.node(node));
    }

    private static Set<Node> listed(RendezvousState state) {
        var all = new HashSet<>(state.participants().keySet());
        all.addAll(state.waitList());
        all.addAll(state.redundancyList());
        return all;
    }

    @Override
    public void rest(Runnable changed) {
        Duration wait = crowd.beforeLooking();
        news.await(wait.isZero() ? changed : () -> later(wait, changed));
    }

    private static void later(Duration wait, Runnable action) {
        CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS).execute(action);
    }

    @Override
    public Optional<Scaling> scaling() {
        return scaling;
    }

    @Override
    public void scale(Scaling wanted) {
        String key = keys.scaling();
        var put = new Operation.Put(key, Bytes.utf8(wanted.text()), run.number());
        boolean done = false;
        while (!done) {
            Optional<Entry> there = client.range(KeyRange.only(key), atMost()).get(key);
            if (there.filter(entry -> entry.value().equals(put.value())).isPresent()) return;
            var write = new Transaction(List.of(unchanged(key, there)), List.of(put), List.of());
            done = client.transact(write, atMost()).succeeded();
        }
    }

    private static Guard unchanged(String key, Optional<Entry> there) {
        return there.<Guard>map(entry -> new Guard.Unchanged(key, entry.modified()))
                .orElseGet(() -> new Guard.Absent(key));
    }

    @Override
    public boolean holdsSpares() {
        return true;
    }

    @Override
    public Set<Node> ended() {
        return ended;
    }

    /** Nobody else's agents meet like this; who is gone by now is not asked what it was told. */
    @Override
    public Map<Node, String> ours(Set<Node> nodes) {
        return nodes.stream()
                .collect(
                        Collectors.toMap(
                                node -> node,
                                node -> living.getOrDefault(keys.node(node), told(settings))));
    }

    @Override
    public SortedMap<String, Integer> otherRuns() {
        var nodes = new TreeMap<String, Integer>();
        try {
            for (Entry entry : client.names(RunKeys.ofAll(), MOST_NAMES, atMost()).entries()) {
                RunKeys.runOfNode(entry.key())
                        .filter(run -> !run.equals(settings.runId()))
                        .ifPresent(run -> nodes.merge(run, 1, Integer::sum));
            }
        } catch (Unreachable _) {
            return Collections.emptySortedMap(); // a user who may not see them; it is only a hint
        }
        return nodes;
    }

    @Override
    public String confirm(long round, String members) {
        String key = keys.members(round);
        var put = new Operation.Put(key, Bytes.utf8(members), run.number());
        var look = new Operation.Range(KeyRange.only(key));
        var confirming =
                new Transaction(List.of(new Guard.Absent(key)), List.of(put, look), List.of(look));
        return client.transact(confirming, atMost())
                .found()
                .get(key)
                .orElseThrow(() -> new IllegalStateException("etcd does not have what it found"))
                .value()
                .toText();
    }

    @Override
    public RoundStore round(long round) {
        return new EtcdRound(client, keys, round, run::number);
    }

    @Override
    public void close() {
        watch.close();
        sign.close();
        client.close();
    }

    private Duration atMost() {
        return atMost(settings);
    }

    private static Duration atMost(RendezvousSettings settings) {
        Duration heartbeat = settings.timeouts().heartbeat();
        Duration longest = settings.longestAnswer();
        return heartbeat.compareTo(longest) < 0 ? heartbeat : longest;
    }

    private static String told(RendezvousSettings settings) {
        return "%d:%d".formatted(settings.minNodes(), settings.maxNodes());
    }
}
