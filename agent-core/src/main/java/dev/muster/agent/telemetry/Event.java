package dev.muster.agent.telemetry;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Something that happened to a worker or an agent, in torchelastic's form.
 *
 * @param timestamp in milliseconds since 1970; torchelastic's own is always 0
 * @param metadata texts, numbers and nulls, in the order in which they are written
 */
public record Event(
        String name, EventSource source, long timestamp, Map<String, @Nullable Object> metadata) {
    public Event {
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }

    /** One line of JSON, without its end. */
    public String serialize() {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("name", name);
        fields.put("source", source);
        fields.put("timestamp", timestamp);
        fields.put("metadata", metadata);
        return PythonJson.of(fields);
    }

    /**
     * Reads such a line, whoever wrote it.
     *
     * @throws tools.jackson.core.JacksonException when it is no JSON
     * @throws IllegalArgumentException when it is no event
     */
    public static Event deserialize(String line) {
        JsonNode json = JsonMapper.shared().readTree(line);
        var metadata = new LinkedHashMap<String, @Nullable Object>();
        json.path("metadata")
                .properties()
                .forEach(e -> metadata.put(e.getKey(), value(e.getValue())));
        return new Event(
                json.path("name").asString(""),
                EventSource.valueOf(json.path("source").asString("")),
                json.path("timestamp").asLong(0),
                metadata);
    }

    private static @Nullable Object value(JsonNode json) {
        if (json.isNull()) return null;
        if (json.isString()) return json.asString();
        if (json.isBoolean()) return json.asBoolean();
        return json.isIntegralNumber() ? (Object) json.asLong() : (Object) json.asDouble();
    }
}
