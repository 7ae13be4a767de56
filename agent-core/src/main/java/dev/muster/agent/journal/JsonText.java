package dev.muster.agent.journal;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

import java.io.StringWriter;
import java.util.function.Consumer;

/** One JSON object as text. */
public final class JsonText {
    private static final JsonFactory JSON = new JsonFactory();

    private static final JsonMapper INDENTING =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JsonText() {}

    /** The same for people to read and change: a line for each field. */
    public static String indented(Consumer<JsonGenerator> fields) {
        return INDENTING.writeValueAsString(INDENTING.readTree(object(fields))) + "\n";
    }

    /** The object whose fields {@code fields} writes. */
    public static String object(Consumer<JsonGenerator> fields) {
        var text = new StringWriter(512);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            fields.accept(json);
            json.writeEndObject();
        }
        return text.toString();
    }
}
