package dev.muster.gui.launch;

import dev.muster.agent.launch.LaunchDraft;
import dev.muster.agent.launch.LaunchDraft.Kind;
import dev.muster.agent.launch.LaunchField;
import dev.muster.agent.launch.LaunchProblem;
import dev.muster.agent.launch.LaunchReading;
import dev.muster.agent.launch.ShellWords;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What stands in the form's fields. Arguments and environment are one text each, with a shell's
 * quotes; a draft has them word by word.
 */
record TypedLaunch(Kind kind, Map<LaunchField, String> texts) {
    private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";

    TypedLaunch {
        texts = Map.copyOf(texts);
    }

    static TypedLaunch of(LaunchDraft draft) {
        var texts = new EnumMap<LaunchField, String>(LaunchField.class);
        texts.putAll(draft.texts());
        texts.put(LaunchField.ARGUMENTS, ShellWords.join(draft.arguments()));
        var variables = new ArrayList<String>();
        new TreeMap<>(draft.environment())
                .forEach((name, value) -> variables.add(name + "=" + ShellWords.quote(value)));
        texts.put(LaunchField.ENVIRONMENT, String.join(" ", variables));
        return new TypedLaunch(draft.kind(), texts);
    }

    /** The draft meant, and what of the two long texts cannot be understood. */
    LaunchReading reading(Map<String, String> environment) {
        var problems = new ArrayList<LaunchProblem>();
        List<String> arguments = words(LaunchField.ARGUMENTS, environment, problems);
        Map<String, String> variables = variables(environment, problems);
        var plain = new EnumMap<LaunchField, String>(LaunchField.class);
        plain.putAll(texts);
        plain.remove(LaunchField.ARGUMENTS);
        plain.remove(LaunchField.ENVIRONMENT);
        return new LaunchReading(new LaunchDraft(kind, plain, arguments, variables), problems);
    }

    private Map<String, String> variables(
            Map<String, String> environment, List<LaunchProblem> problems) {
        var variables = new LinkedHashMap<String, String>();
        for (String word : words(LaunchField.ENVIRONMENT, environment, problems)) {
            int equals = word.indexOf('=');
            if (equals > 0 && word.substring(0, equals).matches(NAME)) {
                variables.put(word.substring(0, equals), word.substring(equals + 1));
            } else {
                problems.add(
                        new LaunchProblem(
                                LaunchField.ENVIRONMENT,
                                "found \"%s\", expected NAME=value".formatted(word)));
            }
        }
        return variables;
    }

    private List<String> words(
            LaunchField field, Map<String, String> environment, List<LaunchProblem> problems) {
        var split = ShellWords.split(texts.getOrDefault(field, ""), environment);
        split.problems().forEach(problem -> problems.add(new LaunchProblem(field, problem)));
        return split.words();
    }
}
