package dev.muster.store.keyspace;

import dev.muster.store.keyspace.Outcome.Notice;
import dev.muster.store.keyspace.Outcome.Refused;
import dev.muster.store.keyspace.Outcome.Served;
import dev.muster.store.protocol.Beginning;
import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Capacity;
import dev.muster.store.protocol.Entry;
import dev.muster.store.protocol.Incoming;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreReply.Changed;
import dev.muster.store.protocol.StoreReply.Changed.Change;
import dev.muster.store.protocol.StoreReply.Checked;
import dev.muster.store.protocol.StoreReply.Got;
import dev.muster.store.protocol.StoreReply.GotAll;
import dev.muster.store.protocol.StoreReply.Listed;
import dev.muster.store.protocol.StoreReply.Number;
import dev.muster.store.protocol.StoreReply.Pong;
import dev.muster.store.protocol.StoreReply.Popped;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreReply.WaitCancelled;
import dev.muster.store.protocol.StoreReply.Watching;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.Add;
import dev.muster.store.protocol.StoreRequest.Append;
import dev.muster.store.protocol.StoreRequest.Barrier;
import dev.muster.store.protocol.StoreRequest.CancelWait;
import dev.muster.store.protocol.StoreRequest.Check;
import dev.muster.store.protocol.StoreRequest.CompareSet;
import dev.muster.store.protocol.StoreRequest.Delete;
import dev.muster.store.protocol.StoreRequest.Get;
import dev.muster.store.protocol.StoreRequest.GetNumKeys;
import dev.muster.store.protocol.StoreRequest.ListKeys;
import dev.muster.store.protocol.StoreRequest.MultiGet;
import dev.muster.store.protocol.StoreRequest.MultiSet;
import dev.muster.store.protocol.StoreRequest.Ping;
import dev.muster.store.protocol.StoreRequest.QueueLength;
import dev.muster.store.protocol.StoreRequest.QueuePop;
import dev.muster.store.protocol.StoreRequest.QueuePush;
import dev.muster.store.protocol.StoreRequest.Wait;
import dev.muster.store.protocol.StoreRequest.Watch;
import dev.muster.store.protocol.Value;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Keys, counters, queues, barriers and waits, and what each request does to them (tcpstore §5, §6).
 *
 * <p>Two rules differ from PyTorch's servers on purpose (§12): a wait ends whenever a key comes to
 * be, by COMPARE_SET too, and never when nothing was stored; and any new request on a connection
 * ends the wait that is still open there. Keys and queues are separate: of the same name there may
 * be both, and a wait is content with either. Not thread-safe.
 */
public final class Keyspace {
    private static final Served DONE = new Served(Optional.empty(), List.of());

    private final Limits limits;
    private final Allowance stored;
    private final Allowance waiting;
    private final Map<Key, Value> values = new HashMap<>();
    private final Queues queues = new Queues();
    private final Waits waits;
    private final LongWaits longWaits;
    private final Waits barriers;
    private final Watches watches;
    private final Set<ConnectionId> lacking = new HashSet<>(); // a name of the CHECK they began
    private final List<Notice> notices = new ArrayList<>(); // of the request at hand

    /** Of {@code capacity}, what is stored and what is waited for. */
    public Keyspace(Limits limits, Capacity capacity) {
        this.limits = limits;
        stored = new Allowance("stored", capacity.maxStoredBytes());
        waiting = new Allowance("of names waited for", capacity.maxWaitingBytes());
        waits = new Waits(waiting);
        longWaits = new LongWaits(waiting, this::isPresent);
        barriers = new Waits(waiting);
        watches = new Watches(waiting);
    }

    /** Does what {@code incoming}, sent on {@code connection}, asks. */
    public Outcome on(ConnectionId connection, Incoming incoming) {
        boolean goesOn = incoming instanceof Wait || incoming instanceof Beginning;
        if (!goesOn || !longWaits.isBegun(connection)) endWait(connection);
        notices.clear();
        var outcome =
                switch (incoming) {
                    case Beginning(var of) -> begin(connection, of);
                    case StoreRequest request -> answer(connection, request);
                };
        return outcome instanceof Served(var reply, var released, _) && !notices.isEmpty()
                ? new Served(reply, released, List.copyOf(notices))
                : outcome;
    }

    private Outcome answer(ConnectionId connection, StoreRequest request) {
        return switch (request) {
            case StoreRequest.Set(var key, var value) -> store(key, value, Optional.empty());
            case CompareSet compareSet -> on(compareSet);
            case Get(var key) -> reply(new Got(valueOf(key)));
            case Add add -> on(add);
            case Check(var keys) -> reply(new Checked(arePresent(connection, keys)));
            case Wait(var keys) -> await(connection, keys);
            case GetNumKeys() -> reply(new Number(values.size()));
            case Delete(var key) -> reply(new Number(remove(key) ? 1 : 0));
            case Append append -> on(append);
            case MultiGet(var keys) -> reply(new GotAll(keys.stream().map(this::valueOf).toList()));
            case MultiSet(var entries) -> storeAll(entries);
            case CancelWait() -> reply(new WaitCancelled());
            case Ping(var nonce) -> reply(new Pong(nonce));
            case QueuePush(var name, var value) -> push(name, value);
            case QueuePop(var name) -> pop(name);
            case QueueLength(var name) -> reply(new Number(queues.length(name)));
            case ListKeys() -> listKeys();
            case Barrier barrier -> on(connection, barrier);
            case Watch(var key) -> watch(connection, key);
        };
    }

    private Outcome begin(ConnectionId connection, StoreRequest request) {
        return switch (request) {
            case Wait(var keys) -> goOnWaiting(connection, keys);
            case Check(var keys) -> {
                if (!arePresent(connection, keys)) lacking.add(connection);
                yield DONE;
            }
            default -> answer(connection, request);
        };
    }

    /** {@code connection} is closed. */
    public void left(ConnectionId connection) {
        lacking.remove(connection);
        endWait(connection);
        watches.end(connection);
    }

    /**
     * Has {@code watcher} be told of each change of {@code key} until it leaves or everything is
     * forgotten, whether there is room for that or not: it is no client's, but the server's own.
     */
    public void tellOf(Key key, ConnectionId watcher) {
        watches.open(watcher, key);
    }

    /**
     * Deletes every key and empties every queue whose name begins with {@code prefix}. Who waits
     * for one goes on waiting.
     */
    public Deletion deletePrefix(Bytes prefix) {
        notices.clear();
        var keys = startingWith(prefix, values.keySet());
        var names = startingWith(prefix, queues.names());
        keys.forEach(this::remove);
        for (Key name : names) {
            while (queues.length(name) > 0) pop(name);
        }
        return new Deletion(keys.size() + names.size(), notices);
    }

    private static List<Key> startingWith(Bytes prefix, Set<Key> names) {
        return names.stream().filter(name -> name.name().startsWith(prefix)).toList();
    }

    /** Whether there are waits for a great many names to go on with, by {@link #goOn}. */
    public boolean isGoing() {
        return longWaits.isGoing();
    }

    /** Goes on with one of them for some ten microseconds. Answers whose wait is over. */
    public List<ConnectionId> goOn() {
        return longWaits.goOn();
    }

    /** Forgets every key, every queue and every wait. */
    public void clear() {
        lacking.clear();
        values.clear();
        stored.giveAll();
        queues.clear();
        waits.clear();
        longWaits.clear();
        barriers.clear();
        watches.clear();
        waiting.giveAll();
    }

    /** Up to {@code atMost} of the keys with their values, in no order. */
    public List<Entry> some(int atMost) {
        return values.entrySet().stream()
                .limit(atMost)
                .map(each -> new Entry(each.getKey(), each.getValue()))
                .toList();
    }

    /** How many keys there are. */
    public int keys() {
        return values.size();
    }

    /** What the names and values in keys and queues take. */
    public long storedBytes() {
        return stored.used();
    }

    /** What the names take that somebody waits for or watches. */
    public long waitingBytes() {
        return waiting.used();
    }

    /**
     * What {@code connection} waits for, in a WAIT or at a BARRIER. Where that is a great many
     * names, those are among them that nobody has looked at yet.
     */
    public Collection<Key> missing(ConnectionId connection) {
        var ahead = longWaits.ahead(connection);
        if (!ahead.isEmpty()) return ahead;
        var names = waits.missing(connection);
        return names.isEmpty() ? barriers.missing(connection) : names;
    }

    /** Who waits for {@code key}, longest first. */
    public List<ConnectionId> waitingFor(Key key) {
        return waits.waitingFor(key);
    }

    /** Whether the invariants hold. For tests: it looks at everything. */
    public boolean isConsistent() {
        return waits.isConsistent(values::containsKey)
                && longWaits.isConsistent()
                && barriers.isConsistent(_ -> false)
                && queues.isConsistent()
                && stored.used() == StoredBytes.of(values) + queues.storedBytes()
                && waiting.used()
                        == waits.heldBytes()
                                + longWaits.heldBytes()
                                + barriers.heldBytes()
                                + watches.heldBytes();
    }

    private Outcome on(CompareSet request) {
        Value found = values.get(request.key());
        boolean matches =
                found == null ? request.expected().isEmpty() : found.equals(request.expected());
        if (matches) {
            var desired = request.desired();
            return store(request.key(), desired, Optional.of(new Got(desired)));
        }
        // For a missing key both of PyTorch's servers answer what the caller expected.
        return reply(new Got(found == null ? request.expected() : found));
    }

    private Outcome on(Add request) {
        var before = count(request.key());
        if (before.isEmpty()) return notANumber("ADD", request.key());
        long sum = before.getAsLong() + request.delta();
        return store(request.key(), Counter.write(sum), Optional.of(new Number(sum)));
    }

    private Outcome on(Append request) {
        Value found = valueOf(request.key());
        long length = (long) found.content().length() + request.tail().content().length();
        if (length > limits.maxValueBytes()) {
            return new Refused(
                    "APPEND would make a value of %d bytes (expected: <= %d)"
                            .formatted(length, limits.maxValueBytes()));
        }
        var longer = new Value(found.content().followedBy(request.tail().content()));
        return store(request.key(), longer, Optional.empty());
    }

    private Outcome listKeys() {
        long length = values.keySet().stream().mapToLong(key -> key.name().length()).sum();
        if (length > limits.maxMessageBytes()) {
            return new Refused(
                    "LIST_KEYS of %d bytes (expected: <= %d)"
                            .formatted(length, limits.maxMessageBytes()));
        }
        return reply(new Listed(List.copyOf(values.keySet())));
    }

    private Outcome on(ConnectionId connection, Barrier request) {
        Key key = request.key();
        var before = count(key);
        if (before.isEmpty()) return notANumber("BARRIER", key);
        long arrived = before.getAsLong() + 1;
        var number = Counter.write(arrived);
        if (!hasRoomFor(key, number)) return stored.refuse(addedBy(key, number));
        long name = StoredBytes.ofMissing(key);
        boolean early = arrived < request.worldSize();
        if (early && !waiting.fits(name)) return waiting.refuse(name);
        var released = new ArrayList<>(put(key, number));
        if (early) {
            barriers.open(connection, new HashSet<>(List.of(key)));
            return done(released);
        }
        released.addAll(barriers.appeared(key));
        return new Served(Optional.of(new Released()), released);
    }

    private Outcome await(ConnectionId connection, List<Key> keys) {
        if (longWaits.isBegun(connection)) {
            var outcome = goOnWaiting(connection, keys);
            boolean over = outcome instanceof Served && longWaits.complete(connection);
            return over ? reply(new Released()) : outcome;
        }
        var missing = missingOf(keys);
        if (missing.isEmpty()) return reply(new Released());
        long names = StoredBytes.ofMissing(missing);
        if (!waiting.fits(names)) return waiting.refuse(names);
        waits.open(connection, missing);
        return DONE;
    }

    private Outcome goOnWaiting(ConnectionId connection, List<Key> keys) {
        long names = StoredBytes.ofListed(keys);
        if (!waiting.fits(names)) {
            longWaits.end(connection);
            return waiting.refuse(names);
        }
        longWaits.add(connection, keys);
        return DONE;
    }

    /** Whether {@code keys} are there, and those were that {@code connection} began to ask for. */
    private boolean arePresent(ConnectionId connection, List<Key> keys) {
        return !lacking.remove(connection) && keys.stream().allMatch(this::isPresent);
    }

    private Outcome watch(ConnectionId connection, Key key) {
        long name = StoredBytes.ofMissing(key);
        if (!watches.isOpen(connection, key) && !waiting.fits(name)) return waiting.refuse(name);
        watches.open(connection, key);
        return reply(new Watching());
    }

    private void endWait(ConnectionId connection) {
        waits.end(connection);
        longWaits.end(connection);
        barriers.end(connection);
    }

    private Value valueOf(Key key) {
        return values.getOrDefault(key, Value.EMPTY);
    }

    /** The number under {@code key}, 0 if nothing is; empty if what is there is none. */
    private OptionalLong count(Key key) {
        Value found = values.get(key);
        return found == null ? OptionalLong.of(0) : Counter.read(found);
    }

    private Outcome notANumber(String doing, Key key) {
        return new Refused(
                "%s to a value that is no 64-bit number (%s)".formatted(doing, valueOf(key)));
    }

    /** Whether there is a key or a filled queue of that name. */
    private boolean isPresent(Key name) {
        return values.containsKey(name) || queues.length(name) > 0;
    }

    private Set<Key> missingOf(List<Key> keys) {
        var missing = new HashSet<Key>();
        for (Key key : keys) {
            if (!isPresent(key)) missing.add(key);
        }
        return missing;
    }

    private Outcome store(Key key, Value value, Optional<StoreReply> reply) {
        if (!hasRoomFor(key, value)) return stored.refuse(addedBy(key, value));
        var released = put(key, value);
        return reply.isEmpty() ? done(released) : new Served(reply, released);
    }

    private Outcome storeAll(List<Entry> entries) {
        if (!stored.fits(StoredBytes.of(entries))) {
            long more = addedBy(entries);
            if (!stored.fits(more)) return stored.refuse(more);
        }
        var released = new ArrayList<ConnectionId>();
        for (Entry entry : entries) released.addAll(put(entry.key(), entry.value()));
        return done(released);
    }

    /** Looks at what is replaced only where it matters: as a rule there is room for both. */
    private boolean hasRoomFor(Key key, Value value) {
        return stored.fits(StoredBytes.of(key, value)) || stored.fits(addedBy(key, value));
    }

    /** How much more is stored once {@code value} stands under {@code key}; may be negative. */
    private long addedBy(Key key, Value value) {
        Value before = values.get(key);
        return StoredBytes.of(key, value) - (before == null ? 0 : StoredBytes.of(key, before));
    }

    private long addedBy(List<Entry> entries) {
        var last = new HashMap<Key, Value>();
        for (Entry entry : entries) last.put(entry.key(), entry.value());
        return last.entrySet().stream()
                .mapToLong(entry -> addedBy(entry.getKey(), entry.getValue()))
                .sum();
    }

    /** Whose wait ends because {@code key} came to be. */
    private List<ConnectionId> put(Key key, Value value) {
        Value before = values.put(key, value);
        stored.take(StoredBytes.of(key, value));
        if (before != null) stored.give(StoredBytes.of(key, before));
        if (watches.isWatched(key) && !value.equals(before)) {
            var kind = before == null ? Change.CREATED : Change.REPLACED;
            var old = before == null ? Value.EMPTY : before;
            notices.addAll(watches.of(new Changed(key, kind, old, value)));
        }
        if (before != null) return List.of();
        longWaits.appeared(key);
        return waits.appeared(key);
    }

    /** Whether {@code key} was there to be removed. */
    private boolean remove(Key key) {
        Value before = values.remove(key);
        if (before == null) return false;
        stored.give(StoredBytes.of(key, before));
        longWaits.disappeared(key);
        if (watches.isWatched(key)) {
            notices.addAll(watches.of(new Changed(key, Change.DELETED, before, Value.EMPTY)));
        }
        return true;
    }

    private Outcome push(Key name, Value value) {
        long more = StoredBytes.of(name, value);
        if (!stored.fits(more)) return stored.refuse(more);
        queues.push(name, value);
        stored.take(more);
        longWaits.appeared(name);
        return done(waits.filled(name));
    }

    private Outcome pop(Key name) {
        int length = queues.length(name);
        var first = queues.pop(name);
        first.ifPresent(value -> stored.give(StoredBytes.of(name, value)));
        if (length == 1) longWaits.disappeared(name);
        return reply(new Popped(length, first));
    }

    private static Served reply(StoreReply reply) {
        return new Served(Optional.of(reply), List.of());
    }

    private static Served done(List<ConnectionId> released) {
        return released.isEmpty() ? DONE : new Served(Optional.empty(), released);
    }
}
