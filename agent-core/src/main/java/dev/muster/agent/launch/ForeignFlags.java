package dev.muster.agent.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The flags of a launcher that is neither ours nor torchrun's, up to the first word that is none.
 * Names are without dashes in front, and with dashes where some write underscores.
 *
 * @param values what was given, in its order; of a switch nothing but that it was
 * @param rest what follows the flags
 */
record ForeignFlags(Map<String, String> values, List<String> rest) {
    ForeignFlags {
        values = new LinkedHashMap<>(values);
        rest = List.copyOf(rest);
    }

    /**
     * @param switches the flags that take no value, unless it is attached; every other takes one
     * @param letters what the flags of one letter are short for
     */
    static ForeignFlags read(
            List<String> words, Set<String> switches, Map<Character, String> letters) {
        var values = new LinkedHashMap<String, String>();
        int at = 0;
        while (at < words.size() && isFlag(words.get(at))) {
            String word = words.get(at++);
            if (word.equals("--")) break;
            var flag = word.startsWith("--") ? named(word.substring(2)) : lettered(word, letters);
            boolean complete = flag.value().isPresent() || switches.contains(flag.name());
            boolean none = at == words.size();
            values.put(flag.name(), complete || none ? flag.value().orElse("") : words.get(at++));
        }
        return new ForeignFlags(values, words.subList(at, words.size()));
    }

    private record Flag(String name, Optional<String> value) {}

    private static boolean isFlag(String word) {
        return word.length() > 1 && word.startsWith("-");
    }

    private static Flag named(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        var value = equals < 0 ? Optional.<String>empty() : Optional.of(text.substring(equals + 1));
        return new Flag(name.replace('_', '-'), value);
    }

    /** {@code -N}, {@code -N2} or {@code -N=2}. */
    private static Flag lettered(String word, Map<Character, String> letters) {
        String name = letters.getOrDefault(word.charAt(1), word.substring(1, 2));
        String attached = word.substring(2);
        if (attached.isEmpty()) return new Flag(name, Optional.empty());
        return new Flag(
                name, Optional.of(attached.startsWith("=") ? attached.substring(1) : attached));
    }

    /** The value, which then counts as dealt with; empty when it was not given. */
    Optional<String> take(String name) {
        return Optional.ofNullable(values.remove(name));
    }

    /** Whether any of these was given; they then count as dealt with. */
    boolean takeAny(String... names) {
        boolean any = false;
        for (String name : names) any |= values.remove(name) != null;
        return any;
    }

    /** What nobody has taken, as flags. */
    List<String> left() {
        var left = new ArrayList<String>();
        values.keySet().forEach(name -> left.add((name.length() == 1 ? "-" : "--") + name));
        return left;
    }
}
