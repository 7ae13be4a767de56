package dev.muster.agent.control.api;

import dev.muster.agent.job.RunId;
import dev.muster.agent.journal.Fields;
import dev.muster.agent.journal.JsonText;
import dev.muster.agent.journal.UnreadableRecord;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * What an agent says of itself.
 *
 * @param version of Muster, for people
 * @param api the version of the control API
 * @param started when this agent was opened
 * @param host what its machine calls itself
 * @param runs all it has, oldest first
 */
public record AgentFacts(
        String version,
        int api,
        long pid,
        Instant started,
        String host,
        Kind kind,
        List<RunId> runs) {
    /** What an agent was started for. */
    public enum Kind {
        /** One run, with which it ends. */
        RUN,
        /** Whatever comes. */
        AGENT,
        /** A window, with which it ends. */
        COCKPIT;

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public AgentFacts {
        runs = List.copyOf(runs);
    }

    public String text() {
        return JsonText.object(
                json -> {
                    json.writeStringProperty("version", version);
                    json.writeNumberProperty("api", api);
                    json.writeNumberProperty("pid", pid);
                    json.writeStringProperty("started", started.toString());
                    json.writeStringProperty("host", host);
                    json.writeStringProperty("kind", kind.word());
                    json.writeArrayPropertyStart("runs");
                    runs.forEach(run -> json.writeString(run.value()));
                    json.writeEndArray();
                });
    }

    /**
     * Reads what {@link #text} writes.
     *
     * @throws UnreadableRecord when it is none
     */
    public static AgentFacts read(String text) {
        Fields fields = Fields.parse(text);
        try {
            return new AgentFacts(
                    fields.text("version"),
                    fields.integer("api"),
                    fields.number("pid"),
                    fields.instant("started"),
                    fields.text("host"),
                    fields.as(
                            "kind",
                            word -> Kind.valueOf(word.toUpperCase(Locale.ROOT)),
                            "run, agent or cockpit"),
                    fields.texts("runs").stream().map(RunId::new).toList());
        } catch (IllegalArgumentException e) {
            throw new UnreadableRecord(String.valueOf(e.getMessage()), e);
        }
    }
}
