package dev.muster.gui.palette;

import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What is found of all there is, the best first, and which of it is picked. FX thread. */
final class PaletteViewModel {
    private static final int MOST = 60;
    private static final int RARE = 8;

    /** Something that was found, and by which letters. */
    record Found(Entry entry, Fuzzy.Match match) {
        /** Ranks and runs of the past are many, and few of them are meant. */
        int worth() {
            return match.score() - (entry.isCommon() ? 0 : RARE);
        }

        boolean isPossible() {
            return entry.hindrance().isEmpty();
        }
    }

    private final List<Entry> all;
    private final ObservableList<Found> found = FXCollections.observableArrayList();
    private final ObservableList<Found> shown = FXCollections.unmodifiableObservableList(found);
    private final ReadOnlyIntegerWrapper picked = new ReadOnlyIntegerWrapper(0);
    private final ReadOnlyStringWrapper message = new ReadOnlyStringWrapper("");
    private final Runnable close;

    /** {@code close} is called before something is done. */
    PaletteViewModel(List<Entry> all, Runnable close) {
        this.all = List.copyOf(all);
        this.close = close;
        find("");
    }

    ObservableList<Found> found() {
        return shown;
    }

    /** The place of what Enter does, in {@link #found}. */
    ReadOnlyIntegerProperty picked() {
        return picked.getReadOnlyProperty();
    }

    /** Why nothing is found, or why what was picked is not done; empty otherwise. */
    ReadOnlyStringProperty message() {
        return message.getReadOnlyProperty();
    }

    /** Shows what has these letters; with none, what is done most. What is possible comes first. */
    void find(String letters) {
        boolean isAsked = !letters.isBlank();
        Stream<Found> matching =
                all.stream()
                        .filter(entry -> isAsked || entry.isCommon())
                        .flatMap(
                                entry ->
                                        Fuzzy.match(letters, entry.name()).stream()
                                                .map(match -> new Found(entry, match)));
        var order = Comparator.comparing((Found it) -> !it.isPossible());
        found.setAll(
                matching.sorted(
                                isAsked
                                        ? Comparator.comparing((Found it) -> -it.worth())
                                                .thenComparing(order)
                                        : order)
                        .limit(MOST)
                        .toList());
        picked.set(0);
        message.set(found.isEmpty() ? "Nothing here is called that." : "");
    }

    /** Picks the one so many places further; the first follows the last. */
    void move(int places) {
        if (found.isEmpty()) return;
        picked.set(Math.floorMod(picked.get() + places, found.size()));
        message.set("");
    }

    void pick(int place) {
        if (place < 0 || place >= found.size() || place == picked.get()) return;
        picked.set(place);
        message.set("");
    }

    /** Does what is picked, or says why that cannot be. */
    void act() {
        if (found.isEmpty()) return;
        Entry entry = found.get(picked.get()).entry();
        Optional<String> why = entry.hindrance();
        if (why.isPresent()) {
            message.set(why.get());
        } else {
            close.run();
            entry.deed().run();
        }
    }
}
