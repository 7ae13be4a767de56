package dev.muster.agent.job;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A {@link Std} for every local rank, as {@code --redirects} and {@code --tee} take it: one digit
 * for all ranks, or {@code 0:1,2:3} with nothing for the ranks not named (spec/elastic-agent §4.4).
 * Unlike torchrun's, a local rank may have more than one digit.
 */
public record StdByRank(Std forAll, Map<Integer, Std> byLocalRank) {
    /** Nothing for anybody. */
    public static final StdByRank NONE = new StdByRank(Std.NONE, Map.of());

    private static final Pattern ONE = Pattern.compile("^[0123]$");
    private static final Pattern MAP = Pattern.compile("^(\\d{1,9}:[0123],)*(\\d{1,9}:[0123])$");

    public StdByRank {
        byLocalRank = Map.copyOf(byLocalRank);
    }

    /**
     * Reads the flag's value.
     *
     * @throws IllegalArgumentException with a sentence fit for the user when it has neither form
     */
    public static StdByRank parse(String text) {
        if (ONE.matcher(text).matches()) {
            return new StdByRank(Std.values()[text.charAt(0) - '0'], Map.of());
        }
        if (!MAP.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "%s does not match: <%s> or <%s>; expected 0, 1, 2 or 3, or local ranks with one each like 0:1,1:3"
                            .formatted(text, ONE, MAP));
        }
        var byRank = new TreeMap<Integer, Std>();
        for (String pair : text.split(",", -1)) {
            int colon = pair.indexOf(':');
            int std = pair.charAt(colon + 1) - '0';
            byRank.put(Integer.parseInt(pair.substring(0, colon)), Std.values()[std]);
        }
        return new StdByRank(Std.NONE, byRank);
    }

    /** What that local rank gets. */
    public Std of(LocalRank localRank) {
        return byLocalRank.getOrDefault(localRank.value(), forAll);
    }

    /** The value as the flag takes it, the local ranks in order. */
    public String flag() {
        if (byLocalRank.isEmpty()) return Integer.toString(forAll.ordinal());
        return new TreeMap<>(byLocalRank)
                .entrySet().stream()
                        .map(rank -> rank.getKey() + ":" + rank.getValue().ordinal())
                        .collect(Collectors.joining(","));
    }
}
