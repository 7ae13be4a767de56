package dev.muster.gui;

import dev.muster.agent.fleet.Fleet;
import dev.muster.agent.fleet.FleetPlace;
import dev.muster.agent.fleet.PlaceId;
import dev.muster.agent.history.HistoryQuery;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.ReplaySession;
import dev.muster.gui.fleet.FleetViewModel;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Brings what the list of runs asks for to whoever can do it, and the answers back. FX thread; what
 * takes time is done elsewhere.
 */
final class FleetActions implements FleetViewModel.Actions {
    /** Where answers go. */
    interface Answers {
        FleetViewModel runs();
    }

    private final Fleet fleet;
    private final Optional<Reach> reach;
    private final Optional<PastActions> past;
    private final Executor fxThread;
    private final Executor afterTyping;
    private final Consumer<String> notices;
    private final Answers answers;
    private Optional<HistoryQuery> wanted = Optional.empty();
    private Optional<RunId> opening = Optional.empty();

    /**
     * @param past compares and deletes runs; absent in a demo, which has none of the past
     * @param afterTyping the FX thread too, but only once a typist has had time for the next key
     * @param notices takes sentences that nobody need answer
     */
    FleetActions(
            Outlook outlook,
            Optional<PastActions> past,
            Executor fxThread,
            Executor afterTyping,
            Consumer<String> notices,
            Answers answers) {
        fleet = outlook.fleet();
        reach = outlook.reach();
        this.past = past;
        this.fxThread = fxThread;
        this.afterTyping = afterTyping;
        this.notices = notices;
        this.answers = answers;
    }

    @Override
    public void search(HistoryQuery query) {
        if (reach.isEmpty()) return;
        wanted = Optional.of(query);
        afterTyping.execute(() -> searchNow(query));
    }

    private void searchNow(HistoryQuery query) {
        if (reach.isEmpty() || !isWanted(query)) return;
        answer(
                reach.get().past().list(query),
                (found, why) -> {
                    if (!isWanted(query)) return;
                    if (found != null) answers.runs().showPast(found);
                    else if (why != null) answers.runs().showNoPast(Broken.sentence(why));
                });
    }

    private boolean isWanted(HistoryQuery query) {
        return wanted.equals(Optional.of(query));
    }

    @Override
    public void open(RunId past) {
        opening = Optional.of(past);
        reach.ifPresent(
                far -> answer(far.past().open(past), (replay, why) -> opened(past, replay, why)));
    }

    private void opened(RunId past, @Nullable ReplaySession replay, @Nullable Throwable why) {
        boolean isWanted = opening.equals(Optional.of(past));
        if (replay != null && isWanted) {
            fleet.add(
                    new FleetPlace(
                            Fleet.RECORDED, FleetPlace.Kind.RECORDED, replay, replay.time()));
            replay.remarks()
                    .forEach(remark -> notices.accept("Run %s: %s.".formatted(past, remark)));
        } else if (replay != null) {
            replay.close();
        } else if (why != null && isWanted) {
            notices.accept("Not opened: " + Broken.sentence(why));
            answers.runs().notOpened(past);
        }
    }

    @Override
    public void tryNow(PlaceId place) {
        reach.ifPresent(far -> far.attachments().tryNow(place));
    }

    @Override
    public void startAgent(PlaceId place) {
        reach.ifPresent(
                far ->
                        answer(
                                far.attachments().startAgent(place),
                                (said, why) -> notices.accept(started(said, why))));
    }

    private static String started(@Nullable String said, @Nullable Throwable why) {
        return said != null || why == null
                ? capital(String.valueOf(said))
                : "No agent was started: " + Broken.sentence(why);
    }

    private <T> void answer(
            CompletionStage<T> asked, BiConsumer<@Nullable T, @Nullable Throwable> then) {
        asked.whenComplete((found, why) -> fxThread.execute(() -> then.accept(found, why)));
    }

    private static String capital(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
    }

    @Override
    public void compare(RunId left, RunId right) {
        past.ifPresent(kept -> kept.compare(left, Optional.of(right)));
    }

    @Override
    public void delete(RunId run) {
        past.ifPresent(kept -> kept.delete(run));
    }

    @Override
    public void detach(PlaceId place) {
        reach.ifPresent(far -> far.attachments().detach(place));
    }
}
