package dev.muster.agent.rendezvous.etcd;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.Set;

/** What came of asking one member. */
sealed interface MemberAnswer {
    /** What it answered. */
    record Answered(JsonNode content) implements MemberAnswer {}

    /**
     * It did not answer, or not yet; another may, or the same later.
     *
     * @param refusedAtTheDoor whether there is nobody at all at that address
     */
    record Failed(String why, boolean refusedAtTheDoor) implements MemberAnswer {}

    /** It does not know us. */
    record Unknown(String why) implements MemberAnswer {}

    /** Neither it nor any other will do it. */
    record Refused(int code, String why) implements MemberAnswer {}

    /** gRPC's CANCELLED, DEADLINE_EXCEEDED and UNAVAILABLE: of the member, not of the question. */
    Set<Integer> PASSING = Set.of(1, 4, 14);

    int INVALID_ARGUMENT = 3;
    int UNAUTHENTICATED = 16;
    int OK = 200;

    /** Of an HTTP answer to a question of {@code path}. */
    static MemberAnswer of(String path, int status, byte[] body) {
        JsonNode content;
        try {
            content = JsonMapper.shared().readTree(body);
        } catch (JacksonException _) {
            return foreign(path, status);
        }
        boolean isEtcds = content.has("header") || content.has("result");
        if (status == OK && isEtcds) return new Answered(content);
        if (!content.path("code").isInt()) return foreign(path, status);
        return failure(content.path("code").asInt(), content.path("message").asString(""));
    }

    /** Of a failure in gRPC's terms. */
    static MemberAnswer failure(int code, String message) {
        if (PASSING.contains(code)) return new Failed(message, false);
        boolean namesNoUser = code == INVALID_ARGUMENT && message.contains("user name is empty");
        if (code == UNAUTHENTICATED || namesNoUser) return new Unknown(message);
        return new Refused(code, message);
    }

    private static Failed foreign(String path, int status) {
        return new Failed(
                ("answered %s with HTTP %d: no etcd of 3.4 or newer, or one whose JSON gateway is"
                                + " off")
                        .formatted(path, status),
                false);
    }
}
