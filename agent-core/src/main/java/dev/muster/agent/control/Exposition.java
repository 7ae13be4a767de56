package dev.muster.agent.control;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Measurements in Prometheus's text format. Samples of one name may be given in any order; they are
 * written together, as the format wants it.
 */
final class Exposition {
    static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final String PREFIX = "muster_";

    private record Family(String type, String help, StringBuilder samples) {}

    private final Map<String, Family> families = new LinkedHashMap<>();

    /** Something that goes up and down. */
    Exposition gauge(String name, String help) {
        return family(name, "gauge", help);
    }

    /** Something that only goes up. */
    Exposition counter(String name, String help) {
        return family(name, "counter", help);
    }

    /** A sum and a count of what was observed, as samples of their own. */
    Exposition summary(String name, String help) {
        return family(name, "summary", help);
    }

    private Exposition family(String name, String type, String help) {
        families.putIfAbsent(name, new Family(type, help, new StringBuilder()));
        return this;
    }

    /** A sample of a family that was named; {@code labels} are names and values in turn. */
    void sample(String name, double value, String... labels) {
        sample(name, "", value, labels);
    }

    void sample(String name, String suffix, double value, String... labels) {
        Family family = families.get(name);
        if (family == null) throw new IllegalArgumentException(name + ": a family of no name");
        var pairs = new LinkedHashMap<String, String>();
        for (int k = 0; k < labels.length; k += 2) pairs.put(labels[k], labels[k + 1]);
        String all =
                pairs.entrySet().stream()
                        .map(label -> "%s=\"%s\"".formatted(label.getKey(), escaped(label)))
                        .collect(Collectors.joining(",", "{", "}"));
        family.samples()
                .append(PREFIX)
                .append(name)
                .append(suffix)
                .append(pairs.isEmpty() ? "" : all)
                .append(' ')
                .append(number(value))
                .append('\n');
    }

    private static String escaped(Map.Entry<String, String> label) {
        return label.getValue().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private static String number(double value) {
        boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
        return whole ? Long.toString((long) value) : String.format(Locale.ROOT, "%.6f", value);
    }

    /** All families that have samples. */
    String text() {
        var text = new StringBuilder();
        families.forEach(
                (name, family) -> {
                    if (family.samples().isEmpty()) return;
                    text.append("# HELP %s%s %s\n".formatted(PREFIX, name, family.help()));
                    text.append("# TYPE %s%s %s\n".formatted(PREFIX, name, family.type()));
                    text.append(family.samples());
                });
        return text.toString();
    }
}
