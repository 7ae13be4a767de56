package dev.muster.gui.logs;

import dev.muster.gui.fx.LatestPerPulse;
import dev.muster.gui.logs.Viewport.Place;

import javafx.application.Platform;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * What the screen shows of one stream: which rows, from which column on, followed or not, and what
 * is marked. New output never moves it unless it follows. Lives on the FX thread.
 */
final class StreamViewModel implements AutoCloseable {
    private static final Place TAIL = new Place.Tail();

    private final Runnable onChange;
    private final LogReader reader;
    private LogState state = LogState.UNREAD;
    private Optional<LogPage> page = Optional.empty();
    private Follow follow = Follow.ON;
    private Place place = TAIL;
    private long epoch;
    private boolean jumping = true;
    private boolean goingDown;
    private long top;
    private long arrivedWhenLeft;
    private int rows;
    private Columns columns = new Columns(0, 1);
    private Optional<Selection> selection = Optional.empty();
    private Query query = Query.NONE;
    private boolean countAnew;
    private OptionalLong current = OptionalLong.empty();
    private boolean onScreen;
    private boolean closed;

    /**
     * Opens a stream.
     *
     * @param onChange called on the FX thread when there is something new to show
     */
    StreamViewModel(String name, LogReader.Opening opening, Runnable onChange) {
        this.onChange = onChange;
        reader = LogReader.start(name, opening, new LatestPerPulse<>(this::arrived));
    }

    /** All that is known of the stream. */
    LogState state() {
        return state;
    }

    /** The rows to draw; absent before the first arrived. */
    Optional<LogPage> page() {
        return page;
    }

    /** The number of the row at the top of the screen, counted as {@link #page} does. */
    long top() {
        return page.map(it -> Math.clamp(top, it.firstRow(), it.lastTop())).orElse(0L);
    }

    /** The rows that fit on the screen from {@link #top} on. */
    List<LogRow> rowsOnScreen() {
        if (page.isEmpty()) return List.of();
        var all = page.get().rows();
        int first = (int) (top() - page.get().firstRow());
        return all.subList(first, Math.min(all.size(), first + rows));
    }

    int firstColumn() {
        return columns.first();
    }

    Follow follow() {
        return follow;
    }

    Optional<Selection> selection() {
        return selection;
    }

    /** The row that somebody was led to; absent before. */
    OptionalLong current() {
        return current;
    }

    /** Lines that arrived since the screen left the end of the log; 0 while it follows. */
    long newLines() {
        return follow == Follow.ON ? 0 : Math.max(0, state.arrived() - arrivedWhenLeft);
    }

    /** How many rows a key may move the screen without skipping one. */
    int screenful() {
        return Math.max(1, rows - 1);
    }

    /** Off the screen it goes on counting lines, but no page is made of them. */
    void setOnScreen(boolean now) {
        onScreen = now;
        if (now) {
            look();
        } else {
            reader.look(Optional.empty());
        }
    }

    /** There is room for so many rows and columns. */
    void resize(int newRows, int newColumns) {
        if (newRows == rows && newColumns == columns.count()) return;
        rows = newRows;
        columns = new Columns(columns.first(), newColumns);
        look();
    }

    /** Moves the screen by rows: up when negative. */
    void scrollBy(long by) {
        if (page.isEmpty() || by == 0) return;
        if (place instanceof Place.Tail) {
            boolean nowhereToGo = by > 0 || page.get().atStart();
            if (nowhereToGo) return;
            leaveEnd(Follow.PAUSED);
        }
        if (!(place instanceof Place.From(var offset, var row, var wanted))) return;
        goingDown = by > 0;
        goTo(new Place.From(offset, row, wanted + by));
    }

    /** Puts the row with this byte at the top, as far as the log's end lets it. */
    void jumpTo(long offset) {
        jumpTo(offset, 0);
        goingDown = true;
    }

    private void jumpTo(long offset, long wanted) {
        if (place instanceof Place.Tail) leaveEnd(Follow.PAUSED);
        epoch++;
        jumping = true;
        goingDown = false;
        goTo(new Place.From(offset, 0, wanted));
    }

    /** Shows only what passes the query; the row at the top stays as near as it can. */
    void ask(Query next) {
        if (next.equals(query)) return;
        boolean otherRows = next.hides() || query.hides();
        query = next;
        if (otherRows) {
            epoch++;
            jumping = true;
            countAnew = true;
            selection = Optional.empty();
            if (place instanceof Place.From) {
                long offset = page.map(LogPage::topOffset).orElse(0L);
                place = new Place.From(offset, 0, 0);
            }
        }
        reader.ask(next);
        look();
    }

    /**
     * Leads to the next hit or error: from the row led to last if that is on the screen, else from
     * the edge of the screen; behind the last it begins anew at the first.
     *
     * @param onAnswer called on the FX thread with what came of it; not when something else is
     *     looked for in the meantime
     */
    void lead(Hunt.Quarry quarry, boolean down, Consumer<Led> onAnswer) {
        var rowsNow = rowsOnScreen();
        if (rowsNow.isEmpty()) return;
        boolean fromCurrent =
                rowsNow.stream()
                        .anyMatch(row -> current.equals(OptionalLong.of(row.span().start())));
        long edge = (down ? rowsNow.getFirst() : rowsNow.getLast()).span().start();
        long from = fromCurrent ? current.getAsLong() : edge;
        var chase = new Hunt.Chase(quarry, from, down, fromCurrent);
        hunt(
                chase,
                place -> {
                    if (place.isPresent()) {
                        leadTo(place.getAsLong());
                        onAnswer.accept(Led.THERE);
                    } else {
                        goAround(chase, onAnswer);
                    }
                },
                onAnswer);
    }

    /** Leads to the first error of all. */
    void leadToFirstError(Consumer<Led> onAnswer) {
        var chase = new Hunt.Chase(Hunt.Quarry.ERROR, 0, true, false);
        hunt(chase, place -> arrive(place, Led.THERE, onAnswer), onAnswer);
    }

    private void goAround(Hunt.Chase chase, Consumer<Led> onAnswer) {
        long start = chase.down() ? 0 : Math.max(0, state.size() - 1);
        var again = new Hunt.Chase(chase.quarry(), start, chase.down(), false);
        hunt(again, place -> arrive(place, Led.AROUND, onAnswer), onAnswer);
    }

    private void arrive(OptionalLong place, Led how, Consumer<Led> onAnswer) {
        place.ifPresent(this::leadTo);
        onAnswer.accept(place.isPresent() ? how : Led.NOWHERE);
    }

    private void hunt(Hunt.Chase chase, Consumer<OptionalLong> onPlace, Consumer<Led> onFailure) {
        reader.hunt(chase)
                .whenComplete(
                        (place, failure) ->
                                Platform.runLater(
                                        () -> {
                                            if (closed || failure instanceof CancellationException)
                                                return;
                                            if (failure == null) onPlace.accept(place);
                                            else onFailure.accept(Led.NOWHERE);
                                        }));
    }

    private void leadTo(long offset) {
        current = OptionalLong.of(offset);
        boolean inSight =
                rowsOnScreen().stream().limit(rows).anyMatch(row -> row.span().start() == offset);
        if (inSight) {
            if (follow == Follow.ON) leaveEnd(Follow.PAUSED);
            onChange.run();
            return;
        }
        jumpTo(offset, -rows / 3);
    }

    /** Goes to the end of the log and stays there. */
    void followEnd() {
        follow = Follow.ON;
        epoch++;
        jumping = true;
        goTo(TAIL);
    }

    /** Follows the end, or stops doing so until told otherwise. */
    void toggleFollow() {
        if (follow == Follow.ON) {
            leaveEnd(Follow.OFF);
            look();
            onChange.run();
        } else {
            followEnd();
        }
    }

    void scrollToColumn(long column) {
        int first = Math.clamp(column, 0, Integer.MAX_VALUE / 2);
        if (first == columns.first()) return;
        columns = new Columns(first, columns.count());
        look();
        onChange.run();
    }

    /**
     * Marks from one place to another; both the same place marks nothing, but begins there. Marked
     * rows must not run away, so marking pauses following.
     */
    void select(Selection marked) {
        selection = Optional.of(marked);
        if (!marked.isEmpty() && follow == Follow.ON) {
            leaveEnd(Follow.PAUSED);
            look();
        }
        onChange.run();
    }

    /** Moves the free end of what is marked. */
    void selectTo(TextPosition position) {
        var begun = selection.orElse(new Selection(position, position));
        select(begun.extendedTo(position));
    }

    /** True when something was marked, and now is not. */
    boolean unselect() {
        boolean had = selection.isPresent();
        selection = Optional.empty();
        onChange.run();
        return had;
    }

    void selectAll() {
        var start = new TextPosition(0, 0);
        select(new Selection(start, new TextPosition(state.size(), 0)));
    }

    /**
     * Reads marked text, which may be far more than the screen has.
     *
     * @param onText called on the FX thread
     * @param onFailure called on the FX thread with the reason
     */
    void copy(Selection marked, Consumer<CopiedText> onText, Consumer<String> onFailure) {
        reader.copy(marked)
                .thenAcceptAsync(onText, Platform::runLater)
                .exceptionallyAsync(
                        failure -> {
                            onFailure.accept(String.valueOf(failure.getMessage()));
                            return null;
                        },
                        Platform::runLater);
    }

    /**
     * Writes what is shown to a file.
     *
     * @param onDone called on the FX thread with the number of lines
     * @param onFailure called on the FX thread with the reason
     */
    void save(Path file, LongConsumer onDone, Consumer<String> onFailure) {
        reader.save(file)
                .thenAcceptAsync(onDone::accept, Platform::runLater)
                .exceptionallyAsync(
                        failure -> {
                            onFailure.accept(String.valueOf(failure.getMessage()));
                            return null;
                        },
                        Platform::runLater);
    }

    @Override
    public void close() {
        closed = true;
        onScreen = false;
        reader.close();
    }

    private void leaveEnd(Follow how) {
        follow = how;
        goingDown = false;
        arrivedWhenLeft = state.arrived();
        countAnew = countAnew || page.isEmpty(); // nothing is new to who has seen nothing yet
        epoch++;
        long offset = page.map(LogPage::topOffset).orElse(0L);
        long row = page.map(LogPage::topRow).orElse(0L);
        place = new Place.From(offset, row, row);
    }

    private void goTo(Place next) {
        place = next;
        if (!jumping && next instanceof Place.From from) top = from.wanted();
        look();
        onChange.run();
    }

    private void look() {
        boolean hasRoom = rows > 0;
        if (onScreen && hasRoom)
            reader.look(Optional.of(new Viewport(epoch, place, rows, columns)));
    }

    private void arrived(LogState next) {
        if (closed) return;
        reader.taken();
        if (next.cuts() != state.cuts()) {
            selection = Optional.empty();
            current = OptionalLong.empty();
            arrivedWhenLeft = 0;
        }
        state = next;
        boolean answersQuery = next.page().filter(it -> it.viewport().epoch() == epoch).isPresent();
        if (countAnew && answersQuery) {
            countAnew = false;
            arrivedWhenLeft = next.arrived();
        }
        next.page().filter(it -> it.viewport().epoch() == epoch).ifPresent(this::show);
        onChange.run();
    }

    private void show(LogPage next) {
        page = Optional.of(next);
        jumping = false;
        top = next.topRow();
        if (place instanceof Place.From latest
                && next.viewport().place() instanceof Place.From answered) {
            boolean movedOn = latest.wanted() != answered.wanted();
            if (movedOn) top = latest.wanted();
            place = new Place.From(next.topOffset(), next.topRow(), top);
            if (goingDown && !movedOn && next.atEnd() && follow == Follow.PAUSED) followEnd();
        }
    }
}
