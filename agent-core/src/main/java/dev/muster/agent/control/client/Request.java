package dev.muster.agent.control.client;

import dev.muster.agent.control.api.ApiHeader;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** What is asked of an agent. */
record Request(String method, String target, Map<String, String> headers, Optional<String> body) {
    Request {
        headers = Map.copyOf(headers);
    }

    static Request get(String target) {
        return new Request("GET", target, Map.of(), Optional.empty());
    }

    /** One that may as well be done twice. */
    static Request delete(String target) {
        return new Request("DELETE", target, Map.of(), Optional.empty());
    }

    /** One that the agent does once, however often it is sent. */
    static Request post(String target, String json) {
        var headers =
                Map.of(
                        "Content-Type",
                        "application/json",
                        ApiHeader.IDEMPOTENCY_KEY,
                        UUID.randomUUID().toString());
        return new Request("POST", target, headers, Optional.of(json));
    }

    Request with(String header, String value) {
        return with(Map.of(header, value));
    }

    Request with(Map<String, String> more) {
        var all = new HashMap<>(headers);
        all.putAll(more);
        return new Request(method, target, all, body);
    }

    /** Whether it does no harm to send it again when nobody knows what became of it. */
    boolean isRepeatable() {
        return !method.equals("POST") || headers.containsKey(ApiHeader.IDEMPOTENCY_KEY);
    }
}
