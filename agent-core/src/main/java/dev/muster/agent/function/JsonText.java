package dev.muster.agent.function;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Whether a text is JSON, without keeping what it says. */
public final class JsonText {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonText() {}

    /** True of one JSON value, whole and alone. */
    public static boolean isOneValue(String text) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) return false;
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (JacksonException _) {
            return false;
        }
    }
}
