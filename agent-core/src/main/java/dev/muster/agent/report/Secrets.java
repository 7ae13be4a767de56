package dev.muster.agent.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What must not leave this machine with a report, and how it is covered: the values of variables
 * and flags whose names say that they are secret, wherever they turn up; texts in the shape of
 * well-known tokens; and what follows such a name and an equals sign or a colon. Immutable.
 */
public final class Secrets {
    /** Stands in a secret's place. */
    public static final String MASK = "••••••";

    private static final String SECRET_WORD =
            "key|token|password|passwd|passphrase|passcode|secret|credentials?|auth";

    /** A name of which a word ends like that: HF_TOKEN, apiKey; not TOKENIZERS_PARALLELISM. */
    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i)(?:" + SECRET_WORD + ")(?![a-z])");

    /** In one text: the name, what parts it from the value, the value. Limits keep it quick. */
    private static final Pattern ASSIGNED =
            Pattern.compile(
                    "(?i)([a-z0-9_.-]{0,64}(?:"
                            + SECRET_WORD
                            + ")[\"']?\\s{0,4}[=:]\\s{0,4}[\"']?)([^\\s\"',;&]{6,4096})");

    private static final Pattern WELL_KNOWN =
            Pattern.compile(
                    "\\b(?:hf_[A-Za-z0-9]{16,255}|gh[pousr]_[A-Za-z0-9]{16,255}"
                        + "|github_pat_[A-Za-z0-9_]{16,255}|glpat-[A-Za-z0-9_-]{16,255}"
                        + "|sk-[A-Za-z0-9_-]{16,255}|xox[abprs]-[A-Za-z0-9-]{10,255}"
                        + "|AKIA[0-9A-Z]{16}"
                        + "|eyJ[A-Za-z0-9_-]{10,2048}\\.[A-Za-z0-9_-]{10,2048}\\.[A-Za-z0-9_-]{10,2048})");

    private static final Pattern BEARER = Pattern.compile("(?i)(\\bbearer\\s{1,4})(\\S{8,4096})");

    /** {@code https://user:password@host}. */
    private static final Pattern IN_ADDRESS =
            Pattern.compile("(://[^\\s:/@]{0,255}:)([^\\s/@]{1,255})(?=@)");

    /** Shorter ones would cover half of every log, and are not much of a secret. */
    private static final int SHORTEST = 4;

    private static final Set<String> SWITCHES =
            Set.of("true", "false", "none", "null", "auto", "default");

    private final List<String> values;

    private Secrets(Set<String> values) {
        var longestFirst = new ArrayList<>(values);
        longestFirst.sort(Comparator.comparingInt(String::length).reversed());
        this.values = List.copyOf(longestFirst);
    }

    /**
     * Those of a run.
     *
     * @param arguments of its script
     * @param environments its own variables, and those that it may have inherited
     */
    public static Secrets of(List<String> arguments, List<Map<String, String>> environments) {
        var values = new HashSet<String>();
        for (Map<String, String> environment : environments) {
            environment.forEach(
                    (name, value) -> {
                        if (isSecret(name)) addValue(values, value);
                    });
        }
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            int equals = word.indexOf('=');
            if (equals > 0 && isSecret(word.substring(0, equals))) {
                addValue(values, word.substring(equals + 1));
            } else if (followsSecretFlag(arguments, i)) {
                addValue(values, word);
            }
        }
        return new Secrets(values);
    }

    /** Whether a variable or flag of this name holds a secret, as far as the name tells. */
    public static boolean isSecret(String name) {
        return SECRET_NAME.matcher(name).find();
    }

    /** The same text with every secret covered that is known or looks like one. */
    public String mask(String text) {
        String masked = text;
        for (String value : values) masked = masked.replace(value, MASK);
        masked = WELL_KNOWN.matcher(masked).replaceAll(MASK);
        masked = BEARER.matcher(masked).replaceAll("$1" + MASK);
        masked = IN_ADDRESS.matcher(masked).replaceAll("$1" + MASK);
        return ASSIGNED.matcher(masked).replaceAll(Secrets::maskAssigned);
    }

    /** The words of a command with the values of secret flags covered, however short they are. */
    public List<String> maskWords(List<String> words) {
        var masked = new ArrayList<String>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            int equals = word.indexOf('=');
            if (equals > 0 && isSecret(word.substring(0, equals))) {
                masked.add(word.substring(0, equals + 1) + MASK);
            } else {
                masked.add(followsSecretFlag(words, i) ? MASK : mask(word));
            }
        }
        return masked;
    }

    private static boolean followsSecretFlag(List<String> words, int i) {
        if (i == 0 || words.get(i).startsWith("-")) return false;
        String before = words.get(i - 1);
        return before.startsWith("-") && !before.contains("=") && isSecret(before);
    }

    /** A number behind such a name is a count more often than a secret. */
    private static String maskAssigned(java.util.regex.MatchResult found) {
        boolean number = found.group(2).matches("[0-9.,%]+");
        return Matcher.quoteReplacement(number ? found.group() : found.group(1) + MASK);
    }

    /** A value of several lines turns up in logs a line at a time. */
    private static void addValue(Set<String> values, String value) {
        value.lines()
                .map(String::strip)
                .filter(line -> line.length() >= SHORTEST)
                .filter(line -> !SWITCHES.contains(line.toLowerCase(Locale.ROOT)))
                .forEach(values::add);
    }
}
