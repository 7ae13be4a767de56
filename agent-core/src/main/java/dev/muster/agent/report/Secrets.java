package dev.muster.agent.report;

import dev.muster.agent.journal.SecretPrints;
import dev.muster.agent.journal.SecretWords;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
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

    /** In one text: the name, what parts it from the value, the value. Limits keep it quick. */
    private static final Pattern ASSIGNED =
            Pattern.compile(
                    "(?i)((?:"
                            + SecretWords.ENDS
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

    private final List<String> values;
    private final SecretPrints inherited;

    private Secrets(Set<String> values, SecretPrints inherited) {
        this.inherited = inherited;
        var longestFirst = new ArrayList<>(values);
        longestFirst.sort(Comparator.comparingInt(String::length).reversed());
        this.values = List.copyOf(longestFirst);
    }

    /**
     * Those of a run.
     *
     * @param arguments of its script
     * @param environments its own variables, and those that it may have inherited
     * @param inherited what is known of those that it did inherit
     */
    public static Secrets of(
            List<String> arguments,
            List<Map<String, String>> environments,
            SecretPrints inherited) {
        var values = new HashSet<String>();
        environments.forEach(environment -> values.addAll(SecretWords.values(environment)));
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            int equals = word.indexOf('=');
            if (equals > 0 && SecretWords.isSecret(word.substring(0, equals))) {
                values.addAll(SecretWords.lines(word.substring(equals + 1)));
            } else if (followsSecretFlag(arguments, i)) {
                values.addAll(SecretWords.lines(word));
            }
        }
        return new Secrets(values, inherited);
    }

    /** The same text with every secret covered that is known or looks like one. */
    public String mask(String text) {
        String masked = text;
        for (String value : values) masked = masked.replace(value, MASK);
        for (String value : inherited.foundIn(masked)) masked = masked.replace(value, MASK);
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
            if (equals > 0 && SecretWords.isSecret(word.substring(0, equals))) {
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
        return before.startsWith("-") && !before.contains("=") && SecretWords.isSecret(before);
    }

    /** A number behind such a name is a count more often than a secret. */
    private static String maskAssigned(MatchResult found) {
        boolean number = found.group(2).matches("[0-9.,%]+");
        return Matcher.quoteReplacement(number ? found.group() : found.group(1) + MASK);
    }
}
