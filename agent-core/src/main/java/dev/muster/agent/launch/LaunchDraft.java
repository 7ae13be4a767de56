package dev.muster.agent.launch;

import dev.muster.agent.job.JobSpec;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a person typed, before anything of it is believed. A field without text means "not given",
 * and its default applies.
 *
 * @param texts what was typed, by field; {@link LaunchField#SCRIPT} holds the entry point of
 *     whatever kind. Empty texts are left out.
 * @param arguments what follows the entry point, word by word
 * @param environment laid over the agent's own for this run
 */
public record LaunchDraft(
        Kind kind,
        Map<LaunchField, String> texts,
        List<String> arguments,
        Map<String, String> environment) {

    /** How the entry point is run (spec/elastic-agent §5.2). */
    public enum Kind {
        SCRIPT,
        MODULE,
        PROGRAM,
        /** A Python function, called with JSON arguments. */
        FUNCTION,
        JAVA_FUNCTION;

        /** Whether Python runs it. */
        public boolean needsPython() {
            return switch (this) {
                case SCRIPT, MODULE, FUNCTION -> true;
                case PROGRAM, JAVA_FUNCTION -> false;
            };
        }

        /** Whether it takes JSON values, and returns one. */
        boolean isFunction() {
            return this == FUNCTION || this == JAVA_FUNCTION;
        }
    }

    /** Nothing given at all. */
    public static final LaunchDraft EMPTY =
            new LaunchDraft(Kind.SCRIPT, Map.of(), List.of(), Map.of());

    /**
     * What a person would have typed for that spec, so that it can be edited and run again. What
     * cannot be said in a draft is in the problems.
     */
    public static LaunchReading of(JobSpec spec) {
        return DraftOfSpec.of(spec, System.getenv());
    }

    public LaunchDraft {
        var given = new EnumMap<LaunchField, String>(LaunchField.class);
        texts.forEach(
                (field, text) -> {
                    String meant = field.isVerbatim() ? text : text.strip();
                    if (!meant.isEmpty()) given.put(field, meant);
                });
        texts = Map.copyOf(given);
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /** What was typed into that field, without blanks around it that mean nothing; or empty. */
    public String text(LaunchField field) {
        return texts.getOrDefault(field, "");
    }

    /** The same draft with another text in one field. */
    public LaunchDraft with(LaunchField field, String text) {
        var changed = new EnumMap<LaunchField, String>(LaunchField.class);
        changed.putAll(texts);
        changed.put(field, text);
        return new LaunchDraft(kind, changed, arguments, environment);
    }

    /** The same draft with an entry point of another kind. */
    public LaunchDraft with(Kind otherKind) {
        return new LaunchDraft(otherKind, texts, arguments, environment);
    }

    /** The same draft with other arguments for the entry point. */
    public LaunchDraft withArguments(List<String> others) {
        return new LaunchDraft(kind, texts, others, environment);
    }

    /** The same draft with another environment. */
    public LaunchDraft withEnvironment(Map<String, String> other) {
        return new LaunchDraft(kind, texts, arguments, other);
    }
}
