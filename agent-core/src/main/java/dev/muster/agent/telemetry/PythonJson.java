package dev.muster.agent.telemetry;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * JSON exactly as Python's {@code json.dumps} writes it, blanks included: collectors of these lines
 * look for them with patterns too.
 */
final class PythonJson {
    private PythonJson() {}

    /**
     * @param value null, a Boolean, a whole number, a Duration (in milliseconds, with their
     *     fraction), a Double, a text, an enum, or a List or Map of these
     */
    static String of(@Nullable Object value) {
        var json = new StringBuilder();
        write(json, value);
        return json.toString();
    }

    private static void write(StringBuilder json, @Nullable Object value) {
        switch (value) {
            case null -> json.append("null");
            case Boolean truth -> json.append(truth);
            case Integer _, Long _, Double _ -> json.append(value);
            case Duration time -> json.append(millis(time));
            case String text -> writeText(json, text);
            case Enum<?> constant -> writeText(json, constant.name());
            case List<?> list -> writeList(json, list);
            case Map<?, ?> map -> writeMap(json, map);
            default ->
                    throw new IllegalArgumentException(
                            "a %s (expected: what JSON has)".formatted(value.getClass()));
        }
    }

    /** Since 1970, as the text of Python's float. */
    static String seconds(Instant time) {
        return plain(BigDecimal.valueOf(time.getEpochSecond() + time.getNano() / 1e9));
    }

    private static String millis(Duration time) {
        return plain(BigDecimal.valueOf(time.toNanos(), 6));
    }

    private static String plain(BigDecimal number) {
        var exact = number.stripTrailingZeros();
        return (exact.scale() <= 0 ? exact.setScale(1) : exact).toPlainString();
    }

    private static void writeList(StringBuilder json, List<?> list) {
        json.append('[');
        for (Iterator<?> values = list.iterator(); values.hasNext(); ) {
            write(json, values.next());
            if (values.hasNext()) json.append(", ");
        }
        json.append(']');
    }

    private static void writeMap(StringBuilder json, Map<?, ?> map) {
        json.append('{');
        String between = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            json.append(between);
            writeText(json, String.valueOf(entry.getKey()));
            json.append(": ");
            write(json, entry.getValue());
            between = ", ";
        }
        json.append('}');
    }

    private static void writeText(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                case '\b' -> json.append("\\b");
                case '\f' -> json.append("\\f");
                default -> {
                    boolean plain = c >= ' ' && c < 0x7f;
                    json.append(plain ? Character.toString(c) : "\\u%04x".formatted((int) c));
                }
            }
        }
        json.append('"');
    }
}
