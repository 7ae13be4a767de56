package dev.muster.agent.control.api;

import dev.muster.agent.journal.Fields;
import dev.muster.agent.journal.JsonText;

import tools.jackson.core.JsonGenerator;

/**
 * Why a request was not done, as {@code application/problem+json} (RFC 9457) has it.
 *
 * @param title the same for all of its kind
 * @param detail a sentence without a final stop, ready to be shown
 */
public record Problem(int status, String title, String detail) {
    public static final String MEDIA_TYPE = "application/problem+json";

    public String text() {
        return JsonText.object(this::writeTo);
    }

    /**
     * Reads one.
     *
     * @throws dev.muster.agent.journal.UnreadableRecord when it is none
     */
    public static Problem read(String text) {
        Fields fields = Fields.parse(text);
        return new Problem(fields.integer("status"), fields.text("title"), fields.text("detail"));
    }

    void writeTo(JsonGenerator json) {
        json.writeStringProperty("type", "about:blank");
        json.writeStringProperty("title", title);
        json.writeNumberProperty("status", status);
        json.writeStringProperty("detail", detail);
    }
}
