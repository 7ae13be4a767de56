package dev.muster.gui.logs;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentSession;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

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
    private final Map<LogStream, StreamViewModel> streams = new EnumMap<>(LogStream.class);
    private final Map<LogStream, ReadOnlyStringWrapper> labels = new EnumMap<>(LogStream.class);
    private final ReadOnlyObjectWrapper<LogStream> selected =
            new ReadOnlyObjectWrapper<>(LogStream.STDOUT);
    private final ReadOnlyStringWrapper title = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper message = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper followWords = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper pill = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper notice = new ReadOnlyStringWrapper("");
    private Optional<Worker> worker = Optional.empty();

    /** Whose log it is. */
    private record Worker(RunId run, int attempt, LocalRank localRank) {}

    /**
     * Shows nothing yet.
     *
     * @param onChange called when the rows to draw may have changed
     * @param clipboard takes the text that is copied
     */
    LogViewModel(AgentSession session, Runnable onChange, Consumer<String> clipboard) {
        this.session = session;
        this.onChange = onChange;
        this.clipboard = clipboard;
        for (var stream : LogStream.values()) {
            labels.put(stream, new ReadOnlyStringWrapper(stream.word()));
        }
    }

    /** Opens both streams of a worker; again the same one only if it could not be read. */
    void show(RunId run, int attempt, LocalRank localRank) {
        var next = new Worker(run, attempt, localRank);
        boolean readable = streams.values().stream().allMatch(it -> it.state().problem().isEmpty());
        if (worker.equals(Optional.of(next)) && readable) return;
        closeStreams();
        worker = Optional.of(next);
        for (var stream : LogStream.values()) {
            String name = "read %s of rank %s".formatted(stream.word(), localRank);
            LogReader.Opening opening = () -> session.openLog(run, attempt, localRank, stream);
            streams.put(stream, new StreamViewModel(name, opening, this::refresh));
        }
        stream().ifPresent(it -> it.setOnScreen(true));
        refresh();
    }

    /** Closes what is open and says why there is nothing to read. */
    void showNothing(String why) {
        closeStreams();
        worker = Optional.empty();
        refresh();
        message.set(why);
    }

    private void closeStreams() {
        streams.values().forEach(StreamViewModel::close);
        streams.clear();
        notice.set("");
    }

    void select(LogStream stream) {
        stream().ifPresent(it -> it.setOnScreen(false));
        selected.set(stream);
        stream().ifPresent(it -> it.setOnScreen(true));
        refresh();
    }

    /** The selected stream; absent while no worker is shown. */
    Optional<StreamViewModel> stream() {
        return Optional.ofNullable(streams.get(selected.get()));
    }

    ReadOnlyObjectProperty<LogStream> selectedProperty() {
        return selected.getReadOnlyProperty();
    }

    /** What the button of a stream says. */
    ReadOnlyStringProperty labelProperty(LogStream stream) {
        return wrapper(stream).getReadOnlyProperty();
    }

    /** Whose output the rows are. */
    ReadOnlyStringProperty titleProperty() {
        return title.getReadOnlyProperty();
    }

    /** The sentence that stands in place of rows; empty when there are rows. */
    ReadOnlyStringProperty messageProperty() {
        return message.getReadOnlyProperty();
    }

    /** What the follow button says. */
    ReadOnlyStringProperty followWordsProperty() {
        return followWords.getReadOnlyProperty();
    }

    /** What the button back to the end says; empty when the end is on the screen. */
    ReadOnlyStringProperty pillProperty() {
        return pill.getReadOnlyProperty();
    }

    /** What the user should know about the file or the last copy; mostly empty. */
    ReadOnlyStringProperty noticeProperty() {
        return notice.getReadOnlyProperty();
    }

    /** Brings what is marked to the clipboard, in its own time: it may have to be read. */
    void copy() {
        var marked = stream().flatMap(StreamViewModel::selection).filter(it -> !it.isEmpty());
        if (marked.isEmpty()) {
            notice.set("nothing is marked");
            return;
        }
        stream()
                .orElseThrow()
                .copy(marked.get(), this::copied, why -> notice.set("not copied: " + why));
    }

    private void copied(CopiedText text) {
        clipboard.accept(text.text());
        notice.set(text.cut() ? "the mark is too long: copied its beginning" : "copied");
    }

    private void refresh() {
        for (var stream : LogStream.values()) wrapper(stream).set(label(stream));
        title.set("%s, %s".formatted(rank(), selected.get().word()));
        message.set(stream().map(this::message).orElse(""));
        followWords.set(stream().map(it -> words(it.follow())).orElse("follow"));
        pill.set(stream().map(LogViewModel::pill).orElse(""));
        onChange.run();
    }

    private ReadOnlyStringWrapper wrapper(LogStream stream) {
        return Optional.ofNullable(labels.get(stream)).orElseThrow();
    }

    private String label(LogStream stream) {
        String word = stream.word();
        var state = state(stream).filter(it -> it.size() > 0);
        if (state.isEmpty()) return word;
        return stream == selected.get()
                ? "%s  %s".formatted(word, Amounts.bytes(state.get().size()))
                : "%s  • %s".formatted(word, amount(state.get()));
    }

    private String message(StreamViewModel stream) {
        var state = stream.state();
        if (state.problem().isPresent()) {
            return "Cannot read %s: %s".formatted(selected.get().word(), state.problem().get());
        }
        boolean isEmpty = stream.page().isPresent() && state.size() == 0;
        return isEmpty ? emptyWords() : "";
    }

    private String emptyWords() {
        var other = selected.get() == LogStream.STDOUT ? LogStream.STDERR : LogStream.STDOUT;
        String nothing =
                "%s has printed nothing to %s yet.".formatted(rank(), selected.get().word());
        return state(other)
                .filter(it -> it.size() > 0)
                .map(it -> "%s Its %s has %s.".formatted(nothing, other.word(), amount(it)))
                .orElse(nothing);
    }

    private String rank() {
        return worker.map(it -> "Rank " + it.localRank()).orElse("No rank");
    }

    private Optional<LogState> state(LogStream stream) {
        return Optional.ofNullable(streams.get(stream)).map(StreamViewModel::state);
    }

    private static String amount(LogState state) {
        return state.linesAreAll() ? Amounts.lines(state.lines()) : Amounts.bytes(state.size());
    }

    private static String words(Follow follow) {
        return switch (follow) {
            case ON -> "follow";
            case PAUSED -> "follow paused";
            case OFF -> "follow off";
        };
    }

    private static String pill(StreamViewModel stream) {
        if (stream.follow() == Follow.ON || stream.page().isEmpty()) return "";
        if (stream.newLines() > 0) return "↓ " + Amounts.newLines(stream.newLines());
        return stream.page().get().atEnd() ? "" : "↓ end";
    }
}
