package dev.muster.gui.logs;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.session.AgentSession;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What the log pane shows, as data: whose output, which streams of it, and the words around them.
 * One stream of one rank is shown as it is; more than that, merged by time. Lives on the FX thread;
 * never sees a node.
 */
final class LogViewModel {
    private static final Set<LogStream> BOTH = Set.of(LogStream.values());

    private final AgentSession session;
    private final InstantSource clock;
    private final Runnable onChange;
    private final Consumer<String> clipboard;
    private final LogSearch search;
    private final Map<LogStream, StreamViewModel> streams = new EnumMap<>(LogStream.class);
    private Optional<LogScope> scope = Optional.empty();
    private Optional<Merging> merging = Optional.empty();
    private Optional<Set<LogStream>> picked = Optional.empty();
    private boolean allRanks;
    private boolean onScreen = true;
    private String whyNothing = "";
    private Optional<Copied> copied = Optional.empty();
    private String led = "";

    /** What became of copying, to be told as long as that is what is marked. */
    private record Copied(Optional<Selection> marked, String words) {}

    /**
     * Shows nothing yet.
     *
     * @param clock tells when a line was first seen
     * @param onChange called when there is something new to show
     * @param clipboard takes the text that is copied
     */
    LogViewModel(
            AgentSession session,
            InstantSource clock,
            Runnable onChange,
            Consumer<String> clipboard) {
        this.session = session;
        this.clock = clock;
        this.onChange = onChange;
        this.clipboard = clipboard;
        search = new LogSearch(this::searchChanged);
    }

    /** Shows that; the same again only opens what could not be read. */
    void show(LogScope next) {
        boolean sameWorker = scope.filter(it -> isSameWorker(it, next)).isPresent();
        if (!sameWorker && !allRanks) picked = Optional.empty();
        scope = Optional.of(next);
        boolean readable = streams.values().stream().allMatch(it -> it.state().problem().isEmpty());
        if (!sameWorker || !readable) openStreams(next);
        lookAround();
    }

    private static boolean isSameWorker(LogScope one, LogScope other) {
        return one.run().equals(other.run())
                && one.attempt() == other.attempt()
                && one.selected().equals(other.selected());
    }

    /** Only one rank's streams are shown as they are. */
    private void openStreams(LogScope next) {
        closeStreams();
        if (next.selected().size() > 1) return;
        LocalRank rank = next.selected().getFirst();
        for (var stream : LogStream.values()) {
            String name = "read %s of rank %s".formatted(stream.word(), rank);
            LogReader.Opening opening =
                    () -> OpenLog.of(session.openLog(next.run(), next.attempt(), rank, stream));
            streams.put(stream, new StreamViewModel(name, opening, onChange));
        }
    }

    /** Whether anybody can see the pane. */
    void setOnScreen(boolean now) {
        if (onScreen == now) return;
        onScreen = now;
        stream().ifPresent(it -> it.setOnScreen(now));
    }

    /** Closes what is open and says why there is nothing to read. */
    void showNothing(String why) {
        closeStreams();
        closeMerging();
        scope = Optional.empty();
        whyNothing = why;
        onChange.run();
    }

    private void closeStreams() {
        streams.values().forEach(StreamViewModel::close);
        streams.clear();
        copied = Optional.empty();
    }

    private void closeMerging() {
        merging.ifPresent(Merging::close);
        merging = Optional.empty();
    }

    /** Somebody picked streams. */
    void pick(Set<LogStream> wanted) {
        picked = Optional.of(Set.copyOf(wanted));
        lookAround();
    }

    /** Shows all ranks, or those that are selected. */
    void setAllRanks(boolean now) {
        if (allRanks == now) return;
        allRanks = now;
        lookAround();
    }

    boolean allRanks() {
        return allRanks;
    }

    /** Which streams are shown. */
    Set<LogStream> chosen() {
        return picked.orElseGet(
                () ->
                        manyRanks()
                                ? BOTH
                                : Set.of(scope.map(LogScope::first).orElse(LogStream.STDOUT)));
    }

    private boolean manyRanks() {
        return allRanks || scope.filter(it -> it.selected().size() > 1).isPresent();
    }

    /** Whether more than one stream is shown as one log. */
    boolean isMerged() {
        return scope.isPresent() && (manyRanks() || chosen().size() > 1);
    }

    /** Makes what is to be shown the only stream that is looked at. */
    private void lookAround() {
        streams.values().forEach(it -> it.setOnScreen(false));
        merging.ifPresent(it -> it.view().setOnScreen(false));
        if (isMerged()) merge(scope.orElseThrow());
        led = "";
        stream()
                .ifPresent(
                        it -> {
                            it.ask(search.query());
                            it.setOnScreen(onScreen);
                        });
        onChange.run();
    }

    private void merge(LogScope now) {
        var what = new Merging.What(now.run(), ranks(now), chosen());
        if (merging.filter(it -> it.isOf(what, now.attempt())).isEmpty()) {
            closeMerging();
            merging = Optional.of(Merging.start(session, clock, what, onChange));
        }
        merging.get().extend(now.parts());
    }

    /** Those to be shown; none for all. */
    private List<LocalRank> ranks(LogScope now) {
        return allRanks ? List.of() : now.selected();
    }

    /** What is shown; absent while that is nothing. */
    Optional<StreamViewModel> stream() {
        if (isMerged()) return merging.map(Merging::view);
        return chosen().stream().findFirst().map(streams::get);
    }

    /** What is to be said about the worker's streams; absent while no worker is shown. */
    Optional<LogWords> words() {
        var states = new EnumMap<LogStream, LogState>(LogStream.class);
        streams.forEach((stream, it) -> states.put(stream, it.state()));
        if (isMerged()) states.clear();
        return scope.map(it -> new LogWords(ranks(it), chosen(), states, mergedState()));
    }

    private Optional<LogState> mergedState() {
        return isMerged() ? merging.map(it -> it.view().state()) : Optional.empty();
    }

    /** What is looked for, in whatever stream is shown. */
    LogSearch search() {
        return search;
    }

    private void searchChanged() {
        led = "";
        stream().ifPresent(it -> it.ask(search.query()));
        onChange.run();
    }

    /** Leads to the next hit, or the one before. */
    void findNext(boolean down) {
        if (search.query().find().isPresent()) lead(Hunt.Quarry.HIT, down);
    }

    /** Leads to the next error, or the one before. */
    void nextError(boolean down) {
        lead(Hunt.Quarry.ERROR, down);
    }

    void firstError() {
        tellLed("looking for the first error…");
        stream()
                .ifPresent(
                        it ->
                                it.leadToFirstError(
                                        how -> tellLed(how == Led.NOWHERE ? "no error here" : "")));
    }

    private void lead(Hunt.Quarry quarry, boolean down) {
        tellLed("looking…");
        stream().ifPresent(it -> it.lead(quarry, down, how -> tellLed(how.words(quarry, down))));
    }

    private void tellLed(String words) {
        led = words;
        onChange.run();
    }

    /** How much was found, and how far the search is; empty while nothing is looked for. */
    String found() {
        if (search.problem().isPresent()) return search.problem().get();
        var progress = stream().flatMap(it -> it.state().sifted());
        if (search.isEmpty() || progress.isEmpty()) return "";
        return LogWords.found(progress.get());
    }

    /** The sentence that stands in place of rows; empty when there are rows. */
    String message() {
        String message = words().map(LogWords::message).orElse(whyNothing);
        return message.isEmpty() && isAllHidden() ? LogWords.ALL_HIDDEN : message;
    }

    /** True when there are lines, and the query leaves none. */
    private boolean isAllHidden() {
        var state = stream().map(StreamViewModel::state).orElse(LogState.UNREAD);
        return search.query().hides()
                && state.size() > 0
                && state.sifted().filter(it -> it.shown() == 0 && it.done() == 1).isPresent();
    }

    /** What became of copying or searching, else what is odd about the file; mostly empty. */
    String notice() {
        if (!led.isEmpty()) return led;
        return copied.filter(it -> it.marked.equals(marked()))
                .map(Copied::words)
                .orElseGet(() -> words().map(LogWords::notice).orElse(""));
    }

    /** Brings what is marked to the clipboard, in its own time: it may have to be read. */
    void copy() {
        var marked = marked();
        if (marked.isEmpty()) {
            tell("mark something first, then copy");
            return;
        }
        stream().orElseThrow().copy(marked.get(), this::put, why -> tell("not copied: " + why));
    }

    /** Writes what is shown to a file, in its own time. */
    void save(Path file) {
        tellLed("saving…");
        stream()
                .ifPresent(
                        it ->
                                it.save(
                                        file,
                                        lines -> tellLed("saved " + Amounts.lines(lines)),
                                        why -> tellLed("not saved: " + why)));
    }

    private Optional<Selection> marked() {
        return stream().flatMap(StreamViewModel::selection).filter(it -> !it.isEmpty());
    }

    private void put(CopiedText text) {
        clipboard.accept(text.text());
        tell(text.cut() ? "too much to copy: took the beginning" : "copied");
    }

    private void tell(String words) {
        led = "";
        copied = Optional.of(new Copied(marked(), words));
        onChange.run();
    }
}
