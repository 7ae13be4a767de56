package dev.muster.gui.events;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.gui.state.Counts;
import dev.muster.gui.state.EventFeed;
import dev.muster.gui.state.RunPlaces;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The events of a run that pass the filter, oldest first. Of a recording, those that had happened
 * at the moment it stands at. FX thread.
 */
final class EventsViewModel implements EventFeed.Reader {
    /** The newest ones; who wants to read more has the journal. */
    private static final int MOST_ROWS = 100_000;

    private final ZoneId zone;
    private final RunPlaces places;
    private final ObservableList<EventRow> rows = FXCollections.observableArrayList();
    private final ObservableList<EventRow> shownRows =
            FXCollections.unmodifiableObservableList(rows);
    private final ReadOnlyObjectWrapper<Set<EventKind>> kinds =
            new ReadOnlyObjectWrapper<>(Set.of());
    private final ReadOnlyObjectWrapper<Optional<Rank>> rank =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyStringWrapper count = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper message = new ReadOnlyStringWrapper("");
    private final List<EventRow> all = new ArrayList<>();
    private Optional<RowTimes> times = Optional.empty();
    private String text = "";
    private boolean ofRankOnly;
    private boolean absent;
    private long until = Long.MAX_VALUE;
    private int attempt;
    private int looked; // of all, from the first on

    EventsViewModel(ZoneId zone, RunPlaces places) {
        this.zone = zone;
        this.places = places;
        filter();
    }

    /** What passes the filter. */
    ObservableList<EventRow> rows() {
        return shownRows;
    }

    /** The kinds to be seen; none means all. */
    ReadOnlyObjectProperty<Set<EventKind>> kinds() {
        return kinds.getReadOnlyProperty();
    }

    /** The rank that is selected. */
    ReadOnlyObjectProperty<Optional<Rank>> rank() {
        return rank.getReadOnlyProperty();
    }

    /** How many there are, and of how many. */
    ReadOnlyStringProperty count() {
        return count.getReadOnlyProperty();
    }

    /** The sentence in place of rows; empty when there are rows. */
    ReadOnlyStringProperty message() {
        return message.getReadOnlyProperty();
    }

    boolean isOfRankOnly() {
        return ofRankOnly;
    }

    @Override
    public void begin(RunId run) {
        all.clear();
        times = Optional.empty();
        attempt = 0;
        absent = false;
        filter();
    }

    @Override
    public void add(List<NumberedEvent> events) {
        for (NumberedEvent event : events) {
            if (times.isEmpty()) times = Optional.of(RowTimes.from(event.event().at(), zone));
            if (event.event() instanceof AgentEvent.AttemptStarted begun) attempt = begun.attempt();
            all.add(EventRow.of(event, attempt, times.get()));
        }
        if (all.size() > MOST_ROWS) {
            all.subList(0, all.size() - MOST_ROWS * 9 / 10).clear();
            filter();
        } else {
            goOn();
        }
    }

    @Override
    public void absent() {
        absent = true;
        say();
    }

    /** Shows what had happened up to that event, and which rank is selected. */
    void show(long seq, Optional<Rank> selected) {
        boolean back = seq < until;
        boolean otherRank = !rank.get().equals(selected);
        until = seq;
        rank.set(selected);
        if (back || otherRank && ofRankOnly) filter();
        else goOn();
    }

    /** Only those with these words; all when there are none. */
    void find(String words) {
        String wanted = words.strip().toLowerCase(Locale.ROOT);
        if (wanted.equals(text)) return;
        text = wanted;
        filter();
    }

    void toggle(EventKind kind) {
        Set<EventKind> next = EnumSet.noneOf(EventKind.class);
        next.addAll(kinds.get());
        if (!next.remove(kind)) next.add(kind);
        kinds.set(Set.copyOf(next));
        filter();
    }

    /** Only those that are about the selected rank, or all. */
    void ofRankOnly(boolean only) {
        if (ofRankOnly == only) return;
        ofRankOnly = only;
        filter();
    }

    /** Goes where the event leads to; false when that is nowhere. */
    boolean open(EventRow row) {
        if (row.toldWhyFailed()) {
            places.showFailure(row.attempt());
            return true;
        }
        row.ranks().stream().findFirst().ifPresent(who -> places.showLog(row.attempt(), who));
        return !row.ranks().isEmpty();
    }

    /** Those rows as text, a line each. */
    static String text(List<EventRow> chosen) {
        return chosen.stream().map(EventRow::line).collect(Collectors.joining("\n"));
    }

    private void filter() {
        looked = 0;
        rows.clear();
        goOn();
    }

    private void goOn() {
        var more = new ArrayList<EventRow>();
        for (; looked < all.size() && all.get(looked).seq() <= until; looked++) {
            if (passes(all.get(looked))) more.add(all.get(looked));
        }
        if (!more.isEmpty()) rows.addAll(more);
        say();
    }

    private boolean passes(EventRow row) {
        boolean kind = kinds.get().isEmpty() || kinds.get().contains(row.kind());
        boolean who = !ofRankOnly || rank.get().filter(row.ranks()::contains).isPresent();
        return kind && who && (text.isEmpty() || row.has(text));
    }

    private void say() {
        count.set(
                rows.size() == looked
                        ? Counts.of(looked, "event")
                        : "%,d of %s".formatted(rows.size(), Counts.of(looked, "event")));
        message.set(rows.isEmpty() ? why() : "");
    }

    private String why() {
        if (absent) return "What happened to this run cannot be heard from here.";
        if (looked == 0) return "Nothing has happened yet.";
        return "No event passes the filter. Clear the words, or let more kinds through.";
    }
}
