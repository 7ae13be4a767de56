package dev.muster.gui.logs;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentSession;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the log pane shows, as data: which worker, which of its streams, and the words around them.
 * Lives on the FX thread; never sees a node.
 */
final class LogViewModel {
    private final AgentSession session;
    private final Runnable onChange;
    private final Consumer<String> clipboard;
    private final LogSearch search;
    private final Map<LogStream, StreamViewModel> streams = new EnumMap<>(LogStream.class);
    private LogStream selected = LogStream.STDOUT;
    private boolean picked;
    private boolean onScreen = true;
    private Optional<Worker> worker = Optional.empty();
    private String whyNothing = "";
    private Optional<Copied> copied = Optional.empty();
    private String led = "";

    /** Whose log it is. */
    private record Worker(RunId run, int attempt, LocalRank localRank) {}

    /** What became of copying, to be told as long as that is what is marked. */
    private record Copied(Optional<Selection> marked, String words) {}

    /**
     * Shows nothing yet.
     *
     * @param onChange called when there is something new to show
     * @param clipboard takes the text that is copied
     */
    LogViewModel(AgentSession session, Runnable onChange, Consumer<String> clipboard) {
        this.session = session;
        this.onChange = onChange;
        this.clipboard = clipboard;
        search = new LogSearch(this::searchChanged);
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

    /**
     * Opens both streams of a worker; again the same one only if it could not be read.
     *
     * @param first the stream to look at, unless somebody has picked one of this worker's
     */
    void show(RunId run, int attempt, LocalRank localRank, LogStream first) {
        var next = Optional.of(new Worker(run, attempt, localRank));
        if (!worker.equals(next)) picked = false;
        if (!picked && selected != first) look(first);
        boolean readable = streams.values().stream().allMatch(it -> it.state().problem().isEmpty());
        if (worker.equals(next) && readable) return;
        closeStreams();
        worker = next;
        for (var stream : LogStream.values()) {
            String name = "read %s of rank %s".formatted(stream.word(), localRank);
            LogReader.Opening opening = () -> session.openLog(run, attempt, localRank, stream);
            streams.put(stream, new StreamViewModel(name, opening, onChange));
        }
        lookAtStream();
        onChange.run();
    }

    private void lookAtStream() {
        stream()
                .ifPresent(
                        it -> {
                            it.ask(search.query());
                            it.setOnScreen(onScreen);
                        });
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
        worker = Optional.empty();
        whyNothing = why;
        onChange.run();
    }

    private void closeStreams() {
        streams.values().forEach(StreamViewModel::close);
        streams.clear();
        copied = Optional.empty();
    }

    /** Somebody picked a stream. */
    void select(LogStream stream) {
        picked = true;
        look(stream);
    }

    private void look(LogStream stream) {
        stream().ifPresent(it -> it.setOnScreen(false));
        selected = stream;
        led = "";
        lookAtStream();
        onChange.run();
    }

    LogStream selected() {
        return selected;
    }

    /** The selected stream; absent while no worker is shown. */
    Optional<StreamViewModel> stream() {
        return Optional.ofNullable(streams.get(selected));
    }

    /** What is to be said about the worker's streams; absent while no worker is shown. */
    Optional<LogWords> words() {
        var states = new EnumMap<LogStream, LogState>(LogStream.class);
        streams.forEach((stream, it) -> states.put(stream, it.state()));
        return worker.map(it -> new LogWords(it.localRank(), selected, states));
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
