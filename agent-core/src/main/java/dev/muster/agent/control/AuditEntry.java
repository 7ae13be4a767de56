package dev.muster.agent.control;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.StringWriter;
import java.time.Instant;

/**
 * What somebody asked, and what became of it.
 *
 * @param who as it was proved; never cut off
 * @param claimed what it calls itself; empty when it does not
 */
record AuditEntry(Instant at, String who, String claimed, String what, String outcome) {
    private static final JsonFactory JSON = new JsonFactory();

    /** Of a stranger's words. */
    private static final int LONGEST = 500;

    /** As a line of JSON, with its end. */
    String line() {
        var text = new StringWriter(256);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("at", at.toString());
            json.writeNumberProperty("agentPid", ProcessHandle.current().pid());
            json.writeStringProperty("who", who);
            if (!claimed.isEmpty()) json.writeStringProperty("callsItself", claimed);
            json.writeStringProperty("what", shortened(what));
            json.writeStringProperty("outcome", shortened(outcome));
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
