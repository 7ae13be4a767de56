package dev.muster.agent.telemetry;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Something that happened between the nodes of a job, in torchelastic's form.
 *
 * @param name torchelastic's file, class and method that would have done it
 * @param masterEndpoint where the workers meet, if that is known
 * @param rank the node's place among the nodes, if that is known
 * @param errorTrace why, where it failed
 */
public record RdzvEvent(
        String name,
        String runId,
        String message,
        String hostname,
        long pid,
        NodeState nodeState,
        Optional<String> masterEndpoint,
        OptionalInt rank,
        Optional<String> errorTrace) {
    /** One line of JSON, without its end. */
    public String serialize() {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("name", name);
        fields.put("run_id", runId);
        fields.put("message", message);
        fields.put("hostname", hostname);
        fields.put("pid", pid);
        fields.put("node_state", nodeState);
        fields.put("master_endpoint", masterEndpoint.orElse(""));
        fields.put("rank", rank.isPresent() ? rank.getAsInt() : null);
        fields.put("local_id", null);
        fields.put("error_trace", errorTrace.orElse(""));
        return PythonJson.of(fields);
    }

    /**
     * Reads such a line, whoever wrote it.
     *
     * @throws tools.jackson.core.JacksonException when it is no JSON
     * @throws IllegalArgumentException when it is no event
     */
    public static RdzvEvent deserialize(String line) {
        JsonNode json = JsonMapper.shared().readTree(line);
        JsonNode rank = json.path("rank");
        return new RdzvEvent(
                json.path("name").asString(""),
                json.path("run_id").asString(""),
                json.path("message").asString(""),
                json.path("hostname").asString(""),
                json.path("pid").asLong(0),
                NodeState.valueOf(json.path("node_state").asString("")),
                text(json.path("master_endpoint")),
                rank.isInt() ? OptionalInt.of(rank.asInt()) : OptionalInt.empty(),
                text(json.path("error_trace")));
    }

    private static Optional<String> text(JsonNode json) {
        return Optional.of(json.asString("")).filter(text -> !text.isEmpty());
    }
}
