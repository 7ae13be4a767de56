package dev.muster.gui.stacks;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentSession;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.stacks.StackTree;
import dev.muster.gui.state.Counts;
import dev.muster.gui.state.RunFocus;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;

/**
 * Asks workers where they stand, one question at a time, and lays out what they told. FX thread.
 */
final class StacksViewModel {
    /** All ranks as one tree, or the selected rank alone. */
    enum Shape {
        MERGED,
        RANK
    }

    /** A question that is on its way. */
    private record Asking(RunId run, int attempt, Instant since, String whom) {}

    private final AgentSession session;
    private final Executor fxThread;
    private final InstantSource clock;
    private final StackWords words;
    private final Takings takings = new Takings();
    private final ObservableList<Taking> history = FXCollections.observableArrayList();
    private final ObservableList<StackRow> rows = FXCollections.observableArrayList();
    private final ReadOnlyObjectWrapper<Optional<Taking>> shown =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Shape> shape = new ReadOnlyObjectWrapper<>(Shape.MERGED);
    private final ReadOnlyObjectWrapper<Optional<Rank>> rank =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<StackSummary> summary =
            new ReadOnlyObjectWrapper<>(StackSummary.NONE);
    private final ReadOnlyStringWrapper progress = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper message = new ReadOnlyStringWrapper("");
    private final ReadOnlyObjectWrapper<List<Rank>> askable =
            new ReadOnlyObjectWrapper<>(List.of());
    private Optional<JobSnapshot> run = Optional.empty();
    private Optional<Asking> asking = Optional.empty();
    private Optional<String> trouble = Optional.empty();
    private boolean ownOnly;

    StacksViewModel(AgentSession session, Executor fxThread, InstantSource clock, ZoneId zone) {
        this.session = session;
        this.fxThread = fxThread;
        this.clock = clock;
        words = new StackWords(zone);
    }

    /** What was told in this run so far, newest first. */
    ObservableList<Taking> history() {
        return history;
    }

    /** Lines of what is shown; none where {@link #message} says why. */
    ObservableList<StackRow> rows() {
        return rows;
    }

    ReadOnlyObjectProperty<Optional<Taking>> shown() {
        return shown.getReadOnlyProperty();
    }

    ReadOnlyObjectProperty<Shape> shape() {
        return shape.getReadOnlyProperty();
    }

    /** The rank selected in the grid. */
    ReadOnlyObjectProperty<Optional<Rank>> rank() {
        return rank.getReadOnlyProperty();
    }

    /** What stands above the lines. */
    ReadOnlyObjectProperty<StackSummary> summary() {
        return summary.getReadOnlyProperty();
    }

    /** Who is being asked and for how long; empty while nobody is. */
    ReadOnlyStringProperty progress() {
        return progress.getReadOnlyProperty();
    }

    /** The sentence in place of lines; empty when there are lines. */
    ReadOnlyStringProperty message() {
        return message.getReadOnlyProperty();
    }

    /** The ranks of this agent that run now. */
    ReadOnlyObjectProperty<List<Rank>> askable() {
        return askable.getReadOnlyProperty();
    }

    StackWords words() {
        return words;
    }

    void show(RunFocus focus) {
        JobSnapshot now = focus.run();
        boolean other = run.filter(was -> was.run().equals(now.run())).isEmpty();
        run = Optional.of(now);
        List<Rank> running =
                now.workers().stream()
                        .filter(StacksViewModel::isRunning)
                        .map(WorkerView::rank)
                        .toList();
        if (!askable.get().equals(running)) askable.set(running);
        if (other) {
            trouble = Optional.empty();
            history.setAll(takings.of(now.run()));
            shown.set(history.stream().findFirst());
        }
        boolean otherRank = !rank.get().equals(focus.rank());
        rank.set(focus.rank());
        if (other || otherRank) layOut();
        say();
    }

    /** Asks all that run. */
    void askAll() {
        ask(Set.of(), false, Counts.of(askable.get().size(), "rank"));
    }

    /** Asks the selected rank. */
    void askSelected() {
        rank.get()
                .filter(askable.get()::contains)
                .ifPresent(who -> ask(Set.of(locally(who)), false, "rank " + who));
    }

    /** Ends those for their last words who told nothing when they were asked. */
    void end() {
        SortedSet<Rank> silent = silent();
        if (silent.isEmpty()) return;
        ask(
                silent.stream().map(this::locally).collect(Collectors.toSet()),
                true,
                StackTree.names(silent));
    }

    /** Who told nothing, still runs, and could be ended for last words. */
    private SortedSet<Rank> silent() {
        var silent = new TreeSet<Rank>();
        boolean isOld =
                !history.stream().findFirst().equals(shown.get())
                        || run.map(JobSnapshot::attemptNumber)
                                .filter(shown.get().map(Taking::attempt).orElse(-1)::equals)
                                .isEmpty();
        if (isOld || asking.isPresent()) return silent;
        shown.get().ifPresent(taking -> taking.untold().forEach(stack -> silent.add(stack.rank())));
        silent.retainAll(askable.get());
        return silent;
    }

    /** Shows what was told then. */
    void look(Taking taking) {
        if (shown.get().equals(Optional.of(taking))) return;
        shown.set(Optional.of(taking));
        layOut();
        say();
    }

    void turn(Shape next) {
        if (shape.get() == next) return;
        shape.set(next);
        layOut();
        say();
    }

    /** Leaves out the calls of libraries, or shows them too. */
    void ownOnly(boolean only) {
        if (ownOnly == only) return;
        ownOnly = only;
        layOut();
    }

    boolean isAsking() {
        return asking.isPresent();
    }

    /** Everything of what is shown, for a file. */
    Optional<String> report() {
        return run.flatMap(now -> shown.get().map(taking -> StackReport.whole(now.run(), taking)));
    }

    private LocalRank locally(Rank who) {
        return run.flatMap(now -> now.localRankOf(who)).orElseGet(() -> new LocalRank(who.value()));
    }

    private static boolean isRunning(WorkerView worker) {
        return switch (worker.condition()) {
            case WorkerCondition.Running _, WorkerCondition.Silent _, WorkerCondition.Stopping _ ->
                    true;
            case WorkerCondition.Expected _, WorkerCondition.Ended _ -> false;
        };
    }

    private void ask(Set<LocalRank> whom, boolean mayEnd, String phrase) {
        if (run.isEmpty() || asking.isPresent() || askable.get().isEmpty()) return;
        JobSnapshot now = run.get();
        var question = new Asking(now.run(), now.attemptNumber(), clock.instant(), phrase);
        asking = Optional.of(question);
        trouble = Optional.empty();
        say();
        session.stacks(now.run(), whom, mayEnd)
                .whenComplete(
                        (stacks, broken) ->
                                fxThread.execute(() -> answered(question, stacks, broken)));
    }

    private void answered(
            Asking question, @Nullable List<RankStack> stacks, @Nullable Throwable broken) {
        asking = Optional.empty();
        if (stacks != null) {
            var took = Duration.between(question.since(), clock.instant());
            var taking =
                    new Taking(question.attempt(), question.since(), took, question.whom(), stacks);
            takings.add(question.run(), taking);
            if (run.filter(now -> now.run().equals(question.run())).isPresent()) {
                history.setAll(takings.of(question.run()));
                shown.set(Optional.of(taking));
                layOut();
            }
        } else if (broken != null) {
            trouble = Optional.of(StackWords.sentence(cause(broken)));
        }
        say();
    }

    private static Throwable cause(Throwable broken) {
        return broken instanceof CompletionException && broken.getCause() != null
                ? broken.getCause()
                : broken;
    }

    private void layOut() {
        rows.setAll(shown.get().map(this::rowsOf).orElse(List.of()));
    }

    private List<StackRow> rowsOf(Taking taking) {
        return switch (shape.get()) {
            case MERGED -> StackRows.merged(taking, ownOnly);
            case RANK ->
                    rank.get()
                            .flatMap(taking::of)
                            .map(stack -> StackRows.of(stack, ownOnly))
                            .orElse(List.of());
        };
    }

    private void say() {
        var now = clock.instant();
        progress.set(
                asking.map(
                                question ->
                                        words.asking(
                                                question.whom(),
                                                Duration.between(question.since(), now)))
                        .orElse(""));
        summary.set(
                shown.get()
                        .map(
                                taking ->
                                        new StackSummary(
                                                StackTree.of(taking.stacks()).odd(),
                                                words.facts(taking),
                                                run.flatMap(
                                                                job ->
                                                                        takings.before(
                                                                                job.run(), taking))
                                                        .map(was -> Comparison.of(was, taking))
                                                        .map(words::compared),
                                                silent().isEmpty() ? "" : StackTree.names(silent()),
                                                trouble))
                        .orElseGet(() -> new StackSummary(trouble)));
        message.set(rows.isEmpty() ? why() : "");
    }

    private String why() {
        if (asking.isPresent()) return "";
        if (shown.get().isPresent()) {
            return rank.get()
                    .map("Rank %s was not asked then. Ask it now: Shift+S."::formatted)
                    .orElse("Select a rank in the grid to see where it stood.");
        }
        if (trouble.isPresent()) return "";
        return askable.get().isEmpty() ? StackWords.NOBODY : StackWords.FIRST;
    }
}
