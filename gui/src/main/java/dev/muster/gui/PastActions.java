package dev.muster.gui;

import dev.muster.agent.fleet.Fleet;
import dev.muster.agent.fleet.PastRuns;
import dev.muster.agent.history.ByteWords;
import dev.muster.agent.history.Deletion;
import dev.muster.agent.history.HistoryQuery;
import dev.muster.agent.history.PastRun;
import dev.muster.agent.history.RunState;
import dev.muster.agent.job.RunId;
import dev.muster.gui.fx.Days;
import dev.muster.gui.fx.ModalLayer;
import dev.muster.gui.fx.Question;
import dev.muster.gui.history.CompareCard;
import dev.muster.gui.history.CompareViewModel;

import org.jspecify.annotations.Nullable;

import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Compares runs of the past and deletes them, and asks before. FX thread. */
final class PastActions {
    /** As many as somebody would look through. */
    private static final int MOST_COMPARED = 200;

    private final Fleet fleet;
    private final PastRuns past;
    private final ModalLayer layer;
    private final Days days;
    private final InstantSource clock;
    private final Executor fxThread;
    private final Consumer<String> notices;
    private final Consumer<RunId> onDeleted;

    PastActions(
            Fleet fleet,
            PastRuns past,
            ModalLayer layer,
            Days days,
            InstantSource clock,
            Executor fxThread,
            Consumer<String> notices,
            Consumer<RunId> onDeleted) {
        this.fleet = fleet;
        this.past = past;
        this.layer = layer;
        this.days = days;
        this.clock = clock;
        this.fxThread = fxThread;
        this.notices = notices;
        this.onDeleted = onDeleted;
    }

    /** Shows what differs between a run and another one, or the one that most likely is meant. */
    void compare(RunId left, Optional<RunId> right) {
        answer(
                past.find(left)
                        .thenCombine(
                                past.list(HistoryQuery.EVERYTHING.atMost(MOST_COMPARED)),
                                (found, listing) -> found.map(run -> card(run, listing, right))),
                "Not compared: ",
                card ->
                        card.ifPresentOrElse(
                                model ->
                                        layer.showCentred(
                                                new CompareCard(model.make(), layer::close),
                                                () -> {}),
                                () -> notices.accept("Not compared: " + missing(left))));
    }

    /** A card that is made on the FX thread. */
    private interface Made {
        CompareViewModel make();
    }

    private Made card(PastRun left, PastRuns.Listing listing, Optional<RunId> right) {
        return () ->
                new CompareViewModel(
                        left,
                        listing.runs(),
                        right,
                        past::compare,
                        fxThread,
                        days,
                        clock.instant());
    }

    /** Deletes a run with its logs once somebody agreed to that. */
    void delete(RunId run) {
        answer(
                past.find(run),
                "Not deleted: ",
                found ->
                        found.ifPresentOrElse(
                                this::ask, () -> notices.accept("Not deleted: " + missing(run))));
    }

    private static String missing(RunId run) {
        return "there is no record of run %s on this computer.".formatted(run);
    }

    private void ask(PastRun run) {
        if (run.state() == RunState.RUNNING) {
            notices.accept("Not deleted: %s still runs; stop it first.".formatted(name(run)));
            return;
        }
        String logs =
                run.logDir()
                        .map(
                                folder ->
                                        " The logs in %s, where they were wanted, stay."
                                                .formatted(folder))
                        .orElse("");
        layer.showCentred(
                new Question(
                        "Delete %s?".formatted(name(run)),
                        "Its record and its logs, %s, are removed from this computer for good.%s"
                                .formatted(ByteWords.of(run.bytes()), logs),
                        "Delete",
                        Question.Weight.DESTROYS,
                        () -> deleteNow(run),
                        layer::close),
                () -> {});
    }

    private String name(PastRun run) {
        return "%s of %s"
                .formatted(
                        run.name().isEmpty() ? run.run().value() : run.name(),
                        days.exactly(run.startedAt(), clock.instant()));
    }

    private void deleteNow(PastRun run) {
        answer(past.delete(run.run()), "Not deleted: ", deletion -> deleted(run, deletion));
    }

    private void deleted(PastRun run, Deletion deletion) {
        switch (deletion) {
            case Deletion.Refused(_, var because) ->
                    notices.accept("Not deleted: " + because + ".");
            case Deletion.Deleted(var id, var bytes, _) -> {
                notices.accept("Deleted: %s, %s.".formatted(name(run), ByteWords.of(bytes)));
                leave(id);
                onDeleted.accept(id);
            }
        }
    }

    private void leave(RunId id) {
        boolean isShown =
                fleet.snapshot()
                        .place(Fleet.RECORDED)
                        .filter(it -> it.run(id).isPresent())
                        .isPresent();
        if (isShown) fleet.remove(Fleet.RECORDED);
    }

    private <T> void answer(CompletionStage<T> asked, String otherwise, Consumer<T> then) {
        asked.whenComplete(
                (@Nullable T found, @Nullable Throwable why) ->
                        fxThread.execute(
                                () -> {
                                    if (found != null) then.accept(found);
                                    else if (why != null) {
                                        notices.accept(otherwise + Broken.sentence(why));
                                    }
                                }));
    }
}
