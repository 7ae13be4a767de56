package dev.muster.agent.stacks;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code py-spy dump --json} prints, in the words of {@link StackText}. */
final class PySpyJson {
    private static final JsonMapper JSON = new JsonMapper();

    private PySpyJson() {}

    /**
     * @throws IllegalArgumentException with a sentence when it is something else
     */
    static String text(String json) {
        JsonNode threads = tree(json);
        if (!threads.isArray()) {
            throw new IllegalArgumentException("py-spy printed no list of threads");
        }
        var text = new StringBuilder();
        for (JsonNode thread : threads) {
            text.append("Thread ")
                    .append(word(thread.path("os_thread_id").asString("?")))
                    .append(name(thread))
                    .append(thread.path("active").asBoolean(true) ? "" : " (idle)")
                    .append(" (most recent call first):\n");
            for (JsonNode frame : thread.path("frames")) append(frame, text);
            text.append('\n');
        }
        return text.toString();
    }

    private static JsonNode tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "what py-spy printed is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static String name(JsonNode thread) {
        boolean isFirst = thread.path("os_thread_id").asLong(-1) == thread.path("pid").asLong(0);
        String name = isFirst ? ThreadStack.MAIN : thread.path("thread_name").asString("");
        return name.isBlank() ? "" : " [" + word(name).replace(']', ')') + "]";
    }

    private static void append(JsonNode frame, StringBuilder text) {
        text.append("  File \"")
                .append(word(frame.path("filename").asString("")).replace('"', '\''));
        int line = frame.path("line").asInt(0);
        text.append('"').append(line > 0 ? ", line " + line : "");
        text.append(" in ").append(word(frame.path("name").asString("?"))).append('\n');
    }

    /** On one line, whatever a program calls its functions. */
    private static String word(String text) {
        return text.replaceAll("\\R|\\p{Cntrl}", " ");
    }
}
