package dev.muster.agent.journal;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The fields of one JSON object, asked for by name and kind. The bytes may be anybody's: what is
 * missing or of another kind is {@link UnreadableRecord}, and depth and lengths have limits.
 */
public record Fields(JsonNode node) {
    private static final int DEEPEST = 16;

    private static final JsonMapper JSON =
            new JsonMapper(
                    JsonFactory.builder()
                            .streamReadConstraints(
                                    StreamReadConstraints.builder()
                                            .maxNestingDepth(DEEPEST)
                                            .build())
                            .build());

    /** Reads a text that is one object. */
    public static Fields parse(String text) {
        JsonNode node;
        try {
            node = JSON.readTree(text);
        } catch (JacksonException e) {
            throw new UnreadableRecord("not JSON: " + e.getOriginalMessage(), e);
        }
        if (!node.isObject()) {
            throw new UnreadableRecord("found %s, expected an object".formatted(kind(node)));
        }
        return new Fields(node);
    }

    public boolean has(String name) {
        return node.hasNonNull(name);
    }

    public String text(String name) {
        JsonNode value = node.path(name);
        if (!value.isString()) throw unexpected(name, "a text");
        return value.asString();
    }

    public int integer(String name) {
        JsonNode value = node.path(name);
        if (!value.isIntegralNumber() || !value.canConvertToInt()) {
            throw unexpected(name, "a whole number of 32 bits");
        }
        return value.asInt();
    }

    public long number(String name) {
        JsonNode value = node.path(name);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw unexpected(name, "a whole number of 64 bits");
        }
        return value.asLong();
    }

    /** A number with a fraction. */
    public double real(String name) {
        JsonNode value = node.path(name);
        if (!value.isNumber()) throw unexpected(name, "a number");
        return value.asDouble();
    }

    public boolean flag(String name) {
        JsonNode value = node.path(name);
        if (!value.isBoolean()) throw unexpected(name, "true or false");
        return value.asBoolean();
    }

    public Instant instant(String name) {
        return as(name, Instant::parse, "a time");
    }

    /** A number of seconds, to the millisecond. */
    public Duration seconds(String name) {
        JsonNode value = node.path(name);
        if (!value.isNumber() || Math.abs(value.asDouble()) > Integer.MAX_VALUE) {
            throw unexpected(name, "a number of seconds");
        }
        return Duration.ofMillis(Math.round(value.asDouble() * 1000));
    }

    /** A text that {@code meaning} makes sense of. */
    public <T> T as(String name, Function<String, T> meaning, String expected) {
        String text = text(name);
        try {
            return meaning.apply(text);
        } catch (IllegalArgumentException | DateTimeParseException e) {
            throw new UnreadableRecord(
                    "%s: found \"%s\", expected %s".formatted(name, text, expected), e);
        }
    }

    public <T> Optional<T> maybe(String name, Function<String, T> field) {
        return has(name) ? Optional.of(field.apply(name)) : Optional.empty();
    }

    public Fields object(String name) {
        JsonNode value = node.path(name);
        if (!value.isObject()) throw unexpected(name, "an object");
        return new Fields(value);
    }

    public List<Fields> objects(String name) {
        var objects = new ArrayList<Fields>();
        for (JsonNode each : array(name)) {
            if (!each.isObject()) throw unexpected(name, "objects");
            objects.add(new Fields(each));
        }
        return objects;
    }

    public List<String> texts(String name) {
        var texts = new ArrayList<String>();
        for (JsonNode each : array(name)) {
            if (!each.isString()) throw unexpected(name, "texts");
            texts.add(each.asString());
        }
        return texts;
    }

    public List<Integer> integers(String name) {
        var numbers = new ArrayList<Integer>();
        for (JsonNode each : array(name)) {
            if (!each.isIntegralNumber() || !each.canConvertToInt()) {
                throw unexpected(name, "whole numbers of 32 bits");
            }
            numbers.add(each.asInt());
        }
        return numbers;
    }

    /** An object whose values are all texts. */
    public Map<String, String> textByName(String name) {
        var texts = new TreeMap<String, String>();
        Fields fields = object(name);
        fields.node.propertyNames().forEach(key -> texts.put(key, fields.text(key)));
        return texts;
    }

    private JsonNode array(String name) {
        JsonNode value = node.path(name);
        if (!value.isArray()) throw unexpected(name, "a list");
        return value;
    }

    private UnreadableRecord unexpected(String name, String expected) {
        JsonNode found = node.path(name);
        return new UnreadableRecord(
                "%s: found %s, expected %s".formatted(name, kind(found), expected));
    }

    private static String kind(JsonNode node) {
        if (node.isMissingNode()) return "nothing";
        String text = node.toString();
        return text.length() <= 80 ? text : text.substring(0, 80) + "...";
    }
}
