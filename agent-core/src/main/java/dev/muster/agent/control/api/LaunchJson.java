package dev.muster.agent.control.api;

import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;
import dev.muster.agent.journal.Fields;
import dev.muster.agent.journal.JsonText;
import dev.muster.agent.journal.SpecJson;
import dev.muster.agent.journal.SpecReader;
import dev.muster.agent.journal.UnreadableRecord;

/**
 * A launch as the body of a request: the spec as it is journaled and, beside it, the values of the
 * environment's variables, which no journal has.
 */
public final class LaunchJson {
    private LaunchJson() {}

    public static String text(JobSpec spec) {
        return SpecJson.withValues(spec);
    }

    /**
     * Reads what {@link #text} writes.
     *
     * @throws UnreadableRecord when it is none, or one of its fields is not what it should be
     */
    public static JobSpec read(String text) {
        JobSpec spec = SpecReader.read(text);
        spec.environment()
                .forEach(
                        (name, value) -> {
                            if (name.isEmpty() || name.contains("=") || hasNul(name + value)) {
                                throw new UnreadableRecord(
                                        "environment: found \"%s\", expected the name of a variable"
                                                .formatted(Words.shortened(name)));
                            }
                        });
        return spec;
    }

    /** The answer: which run it became. */
    public static String launched(RunId run) {
        return JsonText.object(json -> json.writeStringProperty("run", run.value()));
    }

    /**
     * Reads the answer.
     *
     * @throws UnreadableRecord when it is none
     */
    public static RunId readLaunched(String text) {
        return Fields.parse(text).as("run", RunId::new, "a run's id");
    }

    private static boolean hasNul(String text) {
        return text.indexOf('\0') >= 0;
    }
}
