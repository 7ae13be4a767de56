package dev.muster.agent.rendezvous;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The options of {@code --rdzv-conf}, read as torchrun reads them (elastic-agent §2.1). Every
 * refusal is an IllegalArgumentException with torchrun's sentence.
 *
 * @param options text from a command line; from a program also Boolean, Integer, Long or Double
 */
public record RendezvousConfig(Map<String, Object> options) {
    public static final RendezvousConfig EMPTY = new RendezvousConfig(Map.of());

    private static final Set<String> YES = Set.of("1", "true", "t", "yes", "y");
    private static final Set<String> NO = Set.of("0", "false", "f", "no", "n");

    /** What Python's {@code int()} takes of a text. */
    private static final Pattern INTEGER = Pattern.compile("\\s*[+-]?[0-9]+(_[0-9]+)*\\s*");

    public RendezvousConfig {
        options = Map.copyOf(options);
    }

    /** Reads {@code k=v,k=v}; of two values for one key the later counts. */
    public static RendezvousConfig parse(String text) {
        if (text.isBlank()) return EMPTY;
        var options = new LinkedHashMap<String, Object>();
        for (String part : text.strip().split(",", -1)) {
            int equals = part.indexOf('=');
            String key = (equals < 0 ? part : part.substring(0, equals)).strip();
            if (key.isEmpty()) {
                throw new IllegalArgumentException(
                        "The rendezvous configuration string must be in format"
                                + " <key1>=<value1>,...,<keyN>=<valueN>.");
            }
            String value = equals < 0 ? "" : part.substring(equals + 1).strip();
            if (value.isEmpty()) {
                throw new IllegalArgumentException(
                        "The rendezvous configuration option '%s' must have a value specified."
                                .formatted(key));
            }
            options.put(key, value);
        }
        return new RendezvousConfig(options);
    }

    public Optional<Object> get(String key) {
        return Optional.ofNullable(options.get(key));
    }

    /** Nothing is trimmed: torchrun takes {@code " true"} for no boolean. */
    public Optional<Boolean> getAsBool(String key) {
        return get(key).map(value -> bool(key, value));
    }

    public OptionalLong getAsInt(String key) {
        return get(key).map(value -> OptionalLong.of(integer(key, value)))
                .orElse(OptionalLong.empty());
    }

    private static boolean bool(String key, Object value) {
        if (value instanceof Boolean is) return is;
        if (value instanceof Integer || value instanceof Long || value instanceof String) {
            String word = value.toString();
            if (YES.stream().anyMatch(word::equalsIgnoreCase)) return true;
            if (NO.stream().anyMatch(word::equalsIgnoreCase)) return false;
        }
        throw invalid(key, "boolean");
    }

    private static long integer(String key, Object value) {
        return switch (value) {
            case Boolean is -> is ? 1 : 0;
            case Integer number -> number;
            case Long number -> number;
            case Double number when Double.isFinite(number) -> number.longValue();
            case String text when INTEGER.matcher(text).matches() -> {
                try {
                    yield Long.parseLong(text.strip().replace("_", ""));
                } catch (NumberFormatException _) {
                    throw invalid(key, "integer"); // beyond 64 bits; nothing here is that long
                }
            }
            default -> throw invalid(key, "integer");
        };
    }

    private static IllegalArgumentException invalid(String key, String type) {
        return new IllegalArgumentException(
                "The rendezvous configuration option '%s' does not represent a valid %s value."
                        .formatted(key, type));
    }
}
