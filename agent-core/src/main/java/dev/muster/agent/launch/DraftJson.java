package dev.muster.agent.launch;

import dev.muster.agent.journal.Fields;
import dev.muster.agent.journal.UnreadableRecord;
import dev.muster.agent.launch.LaunchDraft.Kind;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A draft as one JSON object, for people to read and write: its names are torchrun's flags without
 * the dashes before them, and the script is under the name of its kind.
 */
final class DraftJson {
    private static final String ARGUMENTS = "arguments";
    private static final String ENVIRONMENT = "environment";

    private DraftJson() {}

    /** As properties of the object that is being written. */
    static void write(JsonGenerator json, LaunchDraft draft) {
        new TreeMap<>(draft.texts())
                .forEach((field, text) -> write(json, name(field, draft.kind()), field, text));
        if (!draft.arguments().isEmpty()) {
            json.writeArrayPropertyStart(ARGUMENTS);
            draft.arguments().forEach(json::writeString);
            json.writeEndArray();
        }
        if (!draft.environment().isEmpty()) {
            json.writeObjectPropertyStart(ENVIRONMENT);
            new TreeMap<>(draft.environment()).forEach(json::writeStringProperty);
            json.writeEndObject();
        }
    }

    private static void write(JsonGenerator json, String name, LaunchField field, String text) {
        if (field == LaunchField.VIRTUAL_LOCAL_RANK) {
            json.writeBooleanProperty(name, true);
        } else {
            json.writeStringProperty(name, text);
        }
    }

    /**
     * @throws UnreadableRecord with one sentence when it is none
     */
    static LaunchDraft read(Fields json) {
        var texts = new EnumMap<LaunchField, String>(LaunchField.class);
        var kind = Kind.SCRIPT;
        List<String> arguments = List.of();
        Map<String, String> environment = Map.of();
        for (String name : json.node().propertyNames()) {
            String spelt = name.replace('_', '-');
            Optional<Kind> itsKind = kind(spelt);
            if (spelt.equals(ARGUMENTS)) {
                arguments = json.texts(name);
            } else if (spelt.equals(ENVIRONMENT)) {
                environment = json.textByName(name);
            } else if (itsKind.isPresent()) {
                kind = itsKind.get();
                texts.put(LaunchField.SCRIPT, json.text(name));
            } else {
                texts.put(field(spelt), text(name, json.node().path(name)));
            }
        }
        return new LaunchDraft(kind, texts, arguments, environment);
    }

    private static LaunchField field(String name) {
        return fields().filter(field -> name(field).equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new UnreadableRecord(
                                        "found \"%s\", expected one of %s"
                                                .formatted(name, knownNames())));
    }

    private static String text(String name, JsonNode value) {
        if (value.isString()) return value.asString();
        if (value.isNumber()) return value.toString();
        if (value.isBoolean()
                && name.replace('_', '-').equals(name(LaunchField.VIRTUAL_LOCAL_RANK))) {
            return value.asBoolean() ? LaunchField.ON : "";
        }
        throw new UnreadableRecord(
                "%s: found %s, expected a text or a number".formatted(name, value));
    }

    private static String knownNames() {
        return Stream.concat(
                        Stream.concat(
                                Arrays.stream(Kind.values()).map(DraftJson::name),
                                Stream.of(ARGUMENTS, ENVIRONMENT)),
                        fields().map(DraftJson::name))
                .collect(Collectors.joining(", "));
    }

    /** Those with a name of their own. */
    private static Stream<LaunchField> fields() {
        return Arrays.stream(LaunchField.values()).filter(field -> field.flag().startsWith("--"));
    }

    private static Optional<Kind> kind(String name) {
        return Arrays.stream(Kind.values()).filter(kind -> name(kind).equals(name)).findFirst();
    }

    private static String name(LaunchField field, Kind kind) {
        return field == LaunchField.SCRIPT ? name(kind) : name(field);
    }

    private static String name(LaunchField field) {
        return field.flag().replaceFirst("^--", "");
    }

    private static String name(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
