package dev.muster.agent.journal;

import java.util.List;
import java.util.Optional;

/**
 * What is wrong with a journal. All else of it was read.
 *
 * @param places the first of them in the order of the file, each in words that a sentence can begin
 *     with
 * @param total how many there are, of which not all may be named
 */
public record Damage(List<String> places, long total) {
    public static final Damage NONE = new Damage(List.of(), 0);

    public Damage {
        places = List.copyOf(places);
    }

    /** One sentence, without a final stop; absent when the journal is whole. */
    public Optional<String> sentence() {
        if (places.isEmpty()) return Optional.empty();
        String more = total == 1 ? "" : ", and %d more of it is damaged".formatted(total - 1);
        return Optional.of(places.getFirst() + more + "; the rest was read");
    }
}
