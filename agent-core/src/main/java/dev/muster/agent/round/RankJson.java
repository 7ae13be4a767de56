package dev.muster.agent.round;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.rendezvous.AssignedRanks;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RoleInstanceInfo;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

import java.util.function.Function;

/** The values of the role exchange, as torchrun writes them; they come from other machines. */
final class RankJson {
    /** A role's name is a word or two; nobody needs more. */
    static final int MOST_BYTES = 64 * 1024;

    private static final ObjectMapper JSON = new JsonMapper();

    private RankJson() {}

    static byte[] write(RoleInstanceInfo info) {
        return "{\"role\": %s, \"rank\": %d, \"local_world_size\": %d}"
                .formatted(
                        JSON.writeValueAsString(info.role()),
                        info.groupRank(),
                        info.localWorldSize())
                .getBytes(UTF_8);
    }

    static byte[] write(AssignedRanks ranks) {
        return "[%d, %d, %d, %d]"
                .formatted(
                        ranks.firstRank(),
                        ranks.worldSize(),
                        ranks.firstRoleRank(),
                        ranks.roleWorldSize())
                .getBytes(UTF_8);
    }

    /**
     * @throws RendezvousException.CorruptState when it is none, or another node's
     */
    static RoleInstanceInfo readRoleInfo(byte[] text, int groupRank) {
        String key = RoleExchange.roleInfoKey(groupRank);
        RoleInstanceInfo info =
                read(
                        text,
                        key,
                        json ->
                                new RoleInstanceInfo(
                                        word(json, "role"),
                                        number(json, "rank"),
                                        number(json, "local_world_size")));
        if (info.groupRank() == groupRank) return info;
        throw corrupt(key, "it is of rank " + info.groupRank());
    }

    /**
     * @throws RendezvousException.CorruptState when they are none, or too few
     */
    static AssignedRanks readAssignedRanks(byte[] text, int groupRank, int workers) {
        String key = RoleExchange.assignedRanksKey(groupRank);
        AssignedRanks ranks =
                read(
                        text,
                        key,
                        json -> {
                            if (!json.isArray() || json.size() != 4) {
                                throw new IllegalArgumentException("expected: four numbers");
                            }
                            return new AssignedRanks(
                                    number(json.get(0), "rank"),
                                    number(json.get(1), "world size"),
                                    number(json.get(2), "role rank"),
                                    number(json.get(3), "role world size"));
                        });
        if (ranks.holds(workers)) return ranks;
        throw corrupt(key, "there is no place in it for %d workers".formatted(workers));
    }

    private static <T> T read(byte[] text, String key, Function<JsonNode, T> meaning) {
        if (text.length > MOST_BYTES) {
            throw corrupt(key, "%d bytes (expected: <= %d)".formatted(text.length, MOST_BYTES));
        }
        try {
            return meaning.apply(JSON.readTree(text));
        } catch (JacksonException e) {
            throw corrupt(key, e.getOriginalMessage());
        } catch (IllegalArgumentException e) {
            throw corrupt(key, String.valueOf(e.getMessage()));
        }
    }

    private static String word(JsonNode json, String name) {
        JsonNode value = json.path(name);
        if (value.isString()) return value.asString();
        throw new IllegalArgumentException("%s: none (expected: a text)".formatted(name));
    }

    private static int number(JsonNode json, String name) {
        JsonNode value = json.isObject() ? json.path(name) : json;
        if (value.isInt()) return value.asInt();
        throw new IllegalArgumentException("%s: none (expected: a whole number)".formatted(name));
    }

    private static RendezvousException corrupt(String key, String why) {
        return new RendezvousException.CorruptState(
                "what another agent wrote under %s cannot be understood: %s".formatted(key, why));
    }
}
