package dev.muster.agent.job;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Python's {@code string.Template} with its safe substitution, as torchrun fills in macros. */
public final class PythonTemplate {
    /** {@code $$}, {@code $name}, <code>${name}</code>. */
    private static final Pattern MACRO =
            Pattern.compile("\\$(?:(\\$)|([_a-zA-Z][_a-zA-Z0-9]*)|\\{([_a-zA-Z][_a-zA-Z0-9]*)})");

    private PythonTemplate() {}

    /** Unknown names stay as they are, {@code $$} becomes a dollar. */
    public static String substitute(String template, Map<String, String> values) {
        return MACRO.matcher(template)
                .replaceAll(found -> Matcher.quoteReplacement(value(found, values)));
    }

    private static String value(MatchResult found, Map<String, String> values) {
        if (found.group(1) != null) return "$";
        String name = found.group(2) != null ? found.group(2) : found.group(3);
        return values.getOrDefault(name, found.group());
    }
}
