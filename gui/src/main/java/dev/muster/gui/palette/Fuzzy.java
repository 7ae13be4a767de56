package dev.muster.gui.palette;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether letters somebody typed are found in a name, and how well. Letters of a word must appear
 * in their order, not side by side; words may come in any order. Starts of words and letters side
 * by side count for more, so {@code nr} finds {@code New run} before {@code Snare}.
 */
final class Fuzzy {
    private static final int FOUND = 1;
    private static final int BESIDE = 6;
    private static final int STARTS_WORD = 9;
    private static final int STARTS_NAME = 4;
    private static final int MOST_GAP = 5;

    /**
     * What was found.
     *
     * @param score the higher the better
     * @param places of the letters, ascending
     */
    record Match(int score, List<Integer> places) {
        static final Match OF_NOTHING = new Match(0, List.of());

        Match {
            places = List.copyOf(places);
        }
    }

    private Fuzzy() {}

    /**
     * Absent when a word of {@code typed} is not in {@code name}. Nothing typed is in every name.
     */
    static Optional<Match> match(String typed, String name) {
        var whole = Match.OF_NOTHING;
        String letters = typed.strip().toLowerCase(Locale.ROOT);
        if (letters.isEmpty()) return Optional.of(whole);
        for (String word : letters.split("\\s+", -1)) {
            var found = best(word, name);
            if (found.isEmpty()) return Optional.empty();
            whole = join(whole, found.get());
        }
        return Optional.of(whole);
    }

    private static Match join(Match one, Match other) {
        var places = new ArrayList<>(one.places());
        places.addAll(other.places());
        return new Match(one.score() + other.score(), places.stream().sorted().distinct().toList());
    }

    /** From wherever the first letter stands: the first place is not always the best. */
    private static Optional<Match> best(String word, String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.length() != name.length()) lower = name; // some letters grow in lower case
        Optional<Match> best = Optional.empty();
        for (int from = lower.indexOf(word.charAt(0));
                from >= 0;
                from = lower.indexOf(word.charAt(0), from + 1)) {
            var found = from(word, lower, name, from);
            if (best.isEmpty() || found.isPresent() && found.get().score() > best.get().score()) {
                best = found;
            }
        }
        return best;
    }

    private static Optional<Match> from(String word, String lower, String name, int start) {
        var places = new ArrayList<Integer>();
        int score = 0;
        int at = start;
        for (int letter = 0; letter < word.length(); letter++) {
            int next = lower.indexOf(word.charAt(letter), at);
            if (next < 0) return Optional.empty();
            score += worth(name, next, letter > 0 ? next - at : 0, letter > 0);
            places.add(next);
            at = next + 1;
        }
        return Optional.of(new Match(score, places));
    }

    private static int worth(String name, int place, int gap, boolean hasBefore) {
        int score = FOUND;
        if (place == 0) score += STARTS_NAME;
        if (startsWord(name, place)) score += STARTS_WORD;
        else if (hasBefore && gap == 0) score += BESIDE;
        else if (hasBefore) score -= Math.min(MOST_GAP, gap);
        return hasBefore && gap == 0 && startsWord(name, place) ? score + BESIDE : score;
    }

    private static boolean startsWord(String name, int place) {
        return place == 0 || !Character.isLetterOrDigit(name.charAt(place - 1));
    }
}
