package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.c10d.Pickled.Dict;
import dev.muster.agent.rendezvous.c10d.Pickled.Instance;
import dev.muster.agent.rendezvous.c10d.Pickled.Moment;
import dev.muster.agent.rendezvous.c10d.Pickled.None;
import dev.muster.agent.rendezvous.c10d.Pickled.PySet;
import dev.muster.agent.rendezvous.c10d.Pickled.Text;
import dev.muster.agent.rendezvous.c10d.Pickled.Truth;
import dev.muster.agent.rendezvous.c10d.Pickled.Whole;
import dev.muster.agent.rendezvous.c10d.UnreadableState.Foreign;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Takes a state out of what was pickled, and finds out on the way which dialects it may be. What it
 * does not know it refuses: a state that is only half understood would be written back as half.
 */
final class StateReader {
    private static final String SPARES = "redundancy_list";
    private static final Set<String> STATE =
            Set.of(
                    "round",
                    "complete",
                    "deadline",
                    "closed",
                    "participants",
                    "wait_list",
                    "last_heartbeats");
    private static final Set<String> STATE_WITH_SPARES =
            Stream.concat(STATE.stream(), Stream.of(SPARES))
                    .collect(Collectors.toUnmodifiableSet());

    private final Set<StateDialect> possible = EnumSet.allOf(StateDialect.class);

    /** A state, and each dialect that it may be: all agree with it as far as it goes. */
    record Reading(RendezvousState state, Set<StateDialect> possible) {}

    private StateReader() {}

    static Reading read(Pickled pickled) {
        var reader = new StateReader();
        return new Reading(reader.state(pickled), reader.possible);
    }

    private RendezvousState state(Pickled pickled) {
        var of = attributes(pickled, PickleCallable.STATE);
        boolean spares = of.containsKey(SPARES);
        narrow(dialect -> dialect.spares() == spares, () -> "lists spare nodes: " + spares);
        expect(PickleCallable.STATE, spares ? STATE_WITH_SPARES : STATE, of);
        return new RendezvousState(
                notNegative("round", value(of, "round")),
                truth("complete", value(of, "complete")),
                deadline(value(of, "deadline")),
                truth("closed", value(of, "closed")),
                byNode("participants", value(of, "participants"), this::rank),
                nodes("wait_list", value(of, "wait_list")),
                spares ? nodes(SPARES, value(of, SPARES)) : new TreeSet<Node>(),
                byNode("last_heartbeats", value(of, "last_heartbeats"), this::heartbeat));
    }

    private Node node(Pickled pickled) {
        var of = attributes(pickled, PickleCallable.NODE);
        String field = of.containsKey("fqdn") ? "fqdn" : "addr";
        narrow(
                dialect -> dialect.addressField().equals(field),
                () -> "calls a node's address " + field);
        expect(PickleCallable.NODE, Set.of(field, "pid", "local_id"), of);
        return new Node(
                text(field, value(of, field)),
                whole("pid", value(of, "pid")),
                whole("local_id", value(of, "local_id")));
    }

    private Optional<Instant> deadline(Pickled pickled) {
        return pickled instanceof None
                ? Optional.empty()
                : Optional.of(instant("deadline", pickled));
    }

    private Integer rank(Pickled pickled) {
        long rank = notNegative("rank", pickled);
        if (rank > Integer.MAX_VALUE) throw new Foreign("rank: " + rank);
        return (int) rank;
    }

    private Instant heartbeat(Pickled pickled) {
        return instant("heartbeat", pickled);
    }

    private Instant instant(String name, Pickled pickled) {
        if (!(pickled instanceof Moment(var at, var zoned))) {
            throw wrong(name, "a datetime", pickled);
        }
        narrow(
                dialect -> dialect.zoned() == zoned,
                () -> "has a time with%s its zone".formatted(zoned ? "" : "out"));
        return at;
    }

    private <T> TreeMap<Node, T> byNode(
            String name, Pickled pickled, Function<Pickled, T> valueOf) {
        if (!(pickled instanceof Dict(var entries))) throw wrong(name, "a dict", pickled);
        var values = new TreeMap<Node, T>();
        for (var entry : entries) values.put(node(entry.key()), valueOf.apply(entry.value()));
        return values;
    }

    private TreeSet<Node> nodes(String name, Pickled pickled) {
        if (!(pickled instanceof PySet(var items))) throw wrong(name, "a set", pickled);
        return items.stream().map(this::node).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Map<String, Pickled> attributes(Pickled pickled, PickleCallable type) {
        if (pickled instanceof Instance object && object.type() == type) {
            var built = object.attributes();
            if (built.isPresent()) return built.get();
        }
        throw new Foreign(
                "the pickle holds %s (expected: a built %s)"
                        .formatted(pickled.kind(), type.called()));
    }

    private void expect(PickleCallable type, Set<String> names, Map<String, Pickled> found) {
        if (found.keySet().equals(names)) return;
        throw new Foreign(
                "attributes of %s: unknown %s, missing %s (expected: those of %s)"
                        .formatted(
                                type.called(),
                                without(found.keySet(), names),
                                without(names, found.keySet()),
                                names(possible)));
    }

    private static String without(Set<String> names, Set<String> others) {
        var rest = new TreeSet<>(names);
        rest.removeAll(others);
        return UnreadableState.shown(rest.toString());
    }

    private static Pickled value(Map<String, Pickled> attributes, String name) {
        return Objects.requireNonNull(attributes.get(name), name); // expected, hence there
    }

    /** Leaves only the dialects of which {@code fact} is true. */
    private void narrow(Predicate<StateDialect> fact, Supplier<String> said) {
        if (possible.stream().allMatch(fact)) return;
        if (possible.stream().noneMatch(fact)) {
            throw new Foreign(
                    "the pickled state %s, but otherwise looks like %s"
                            .formatted(said.get(), names(possible)));
        }
        possible.removeIf(fact.negate());
    }

    private static String names(Set<StateDialect> dialects) {
        return dialects.stream().map(Enum::name).collect(Collectors.joining(" or "));
    }

    private static boolean truth(String name, Pickled pickled) {
        if (pickled instanceof Truth(var value)) return value;
        throw wrong(name, "a bool", pickled);
    }

    private static String text(String name, Pickled pickled) {
        if (pickled instanceof Text(var value)) return value;
        throw wrong(name, "a str", pickled);
    }

    private static long whole(String name, Pickled pickled) {
        if (pickled instanceof Whole(var value)) return value;
        throw wrong(name, "an int", pickled);
    }

    private static long notNegative(String name, Pickled pickled) {
        long value = whole(name, pickled);
        if (value < 0) throw new Foreign("%s: %d (expected: >= 0)".formatted(name, value));
        return value;
    }

    private static Foreign wrong(String name, String expected, Pickled found) {
        return new Foreign("%s: %s (expected: %s)".formatted(name, found.kind(), expected));
    }
}
