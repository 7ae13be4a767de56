package dev.muster.agent.rendezvous.etcd;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousException.CorruptState;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.store.protocol.Bytes;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The shared state as etcd keeps it: JSON that an operator can read. It has no heartbeats, for a
 * node shows that it lives by its lease; so nothing is written while nothing happens.
 */
final class StateJson {
    private static final int VERSION = 1;
    private static final int LONGEST = 1 << 20;

    private StateJson() {}

    static Bytes write(RendezvousState state) {
        var node = EtcdJson.object();
        node.put("version", VERSION).put("round", state.round());
        node.put("complete", state.complete()).put("closed", state.closed());
        state.deadline().ifPresent(deadline -> node.put("deadline", deadline.toString()));
        var participants = node.putArray("participants");
        state.participants()
                .forEach((each, rank) -> participants.add(node(each).put("rank", rank)));
        write(state.waitList(), node, "wait_list");
        write(state.redundancyList(), node, "redundancy_list");
        return Bytes.adopt(JsonMapper.shared().writeValueAsBytes(node));
    }

    /**
     * Without heartbeats.
     *
     * @throws CorruptState if it is nothing that {@link #write} writes
     */
    static RendezvousState read(Bytes text) {
        if (text.length() > LONGEST) {
            throw unusable("it has %d bytes (expected: <= %d)".formatted(text.length(), LONGEST));
        }
        try {
            return read(JsonMapper.shared().readTree(text.toByteArray()));
        } catch (JacksonException e) {
            throw unusable("it is not JSON: " + e.getOriginalMessage());
        } catch (DateTimeParseException e) {
            throw unusable("deadline: '%s' (expected: a time)".formatted(e.getParsedString()));
        }
    }

    private static RendezvousState read(JsonNode state) {
        long version = number(state, "version");
        if (version != VERSION) {
            throw unusable("its version is %d (expected: %d)".formatted(version, VERSION));
        }
        var participants = new TreeMap<Node, Integer>();
        for (JsonNode each : list(state, "participants")) {
            participants.put(readNode(each), Math.toIntExact(number(each, "rank")));
        }
        return new RendezvousState(
                number(state, "round"),
                flag(state, "complete"),
                Optional.of(state.path("deadline").asString(""))
                        .filter(text -> !text.isEmpty())
                        .map(Instant::parse),
                flag(state, "closed"),
                participants,
                nodes(state, "wait_list"),
                nodes(state, "redundancy_list"),
                Map.of());
    }

    private static void write(Collection<Node> nodes, ObjectNode state, String field) {
        var list = state.putArray(field);
        nodes.forEach(each -> list.add(node(each)));
    }

    private static ObjectNode node(Node node) {
        return EtcdJson.object()
                .put("address", node.address())
                .put("pid", node.pid())
                .put("local_id", node.localId());
    }

    private static TreeSet<Node> nodes(JsonNode state, String field) {
        var nodes = new TreeSet<Node>();
        for (JsonNode each : list(state, field)) nodes.add(readNode(each));
        return nodes;
    }

    private static Node readNode(JsonNode node) {
        JsonNode address = node.path("address");
        if (!address.isString()) throw unusable("a node has no address");
        return new Node(address.asString(), number(node, "pid"), number(node, "local_id"));
    }

    private static JsonNode list(JsonNode state, String field) {
        JsonNode list = state.path(field);
        if (list.isArray()) return list;
        throw unusable("%s: %s (expected: a list)".formatted(field, list));
    }

    private static boolean flag(JsonNode state, String field) {
        JsonNode flag = state.path(field);
        if (flag.isBoolean()) return flag.asBoolean();
        throw unusable("%s: %s (expected: true or false)".formatted(field, flag));
    }

    private static long number(JsonNode node, String field) {
        JsonNode number = node.path(field);
        if (number.isIntegralNumber() && number.canConvertToInt()) return number.asLong();
        throw unusable("%s: %s (expected: a whole number)".formatted(field, number));
    }

    private static CorruptState unusable(String why) {
        return new CorruptState(
                "The rendezvous state cannot be used, and was left as it is: " + why);
    }
}
