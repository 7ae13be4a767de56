package dev.muster.agent.rendezvous.etcd;

import dev.muster.store.protocol.Bytes;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;

/**
 * Questions and answers as etcd's gateway writes them: keys and values in base64, 64-bit numbers as
 * text, and nothing at all for a zero.
 */
final class EtcdJson {
    private EtcdJson() {}

    static ObjectNode object() {
        return JsonMapper.shared().createObjectNode();
    }

    static ObjectNode range(KeyRange keys) {
        var node = object().put("key", base64(keys.first()));
        keys.end().ifPresent(end -> node.put("range_end", base64(end)));
        return node;
    }

    static ObjectNode transaction(Transaction transaction) {
        var node = object();
        ArrayNode compare = node.putArray("compare");
        transaction.guards().forEach(guard -> compare.add(guard(guard)));
        ArrayNode success = node.putArray("success");
        transaction.then().forEach(each -> success.add(operation(each)));
        ArrayNode failure = node.putArray("failure");
        transaction.otherwise().forEach(each -> failure.add(operation(each)));
        return node;
    }

    /** Of an answer that has found entries itself, and not in a transaction. */
    static Entries entries(JsonNode answer) {
        var found = new ArrayList<Entry>();
        answer.path("kvs").forEach(each -> found.add(entry(each)));
        return new Entries(revision(answer), found);
    }

    static Transaction.Outcome outcome(JsonNode answer) {
        var found = new ArrayList<Entry>();
        for (JsonNode response : answer.path("responses")) {
            response.path("response_range").path("kvs").forEach(each -> found.add(entry(each)));
        }
        boolean succeeded = answer.path("succeeded").asBoolean(false);
        return new Transaction.Outcome(succeeded, new Entries(revision(answer), found));
    }

    static Entry entry(JsonNode kv) {
        return new Entry(
                new String(bytes(kv, "key"), StandardCharsets.UTF_8),
                Bytes.adopt(bytes(kv, "value")),
                number(kv, "create_revision"),
                number(kv, "mod_revision"),
                number(kv, "lease"));
    }

    static long revision(JsonNode answer) {
        return number(answer.path("header"), "revision");
    }

    static long number(JsonNode node, String field) {
        return node.path(field).asLong(0);
    }

    private static ObjectNode guard(Guard guard) {
        var node = object().put("key", base64(guard.key()));
        return switch (guard) {
            case Guard.Absent _ -> created(node, "EQUAL");
            case Guard.Present _ -> created(node, "GREATER");
            case Guard.Unchanged(_, var modified) ->
                    node.put("target", "MOD").put("result", "EQUAL").put("mod_revision", modified);
        };
    }

    /** A key that is not there has come to be in revision 0. */
    private static ObjectNode created(ObjectNode node, String result) {
        return node.put("target", "CREATE").put("result", result).put("create_revision", 0);
    }

    private static ObjectNode operation(Operation operation) {
        return switch (operation) {
            case Operation.Put(var key, var value, var lease) -> {
                var put = object().put("key", base64(key)).put("lease", lease);
                put.put("value", Base64.getEncoder().encodeToString(value.toByteArray()));
                yield object().set("request_put", put);
            }
            case Operation.Range(var keys) -> object().set("request_range", range(keys));
            case Operation.Delete(var keys) -> object().set("request_delete_range", range(keys));
        };
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytes(JsonNode kv, String field) {
        return Base64.getDecoder().decode(kv.path(field).asString(""));
    }
}
