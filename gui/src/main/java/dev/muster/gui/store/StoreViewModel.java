package dev.muster.gui.store;

import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentSession;
import dev.muster.agent.store.StoreReading;
import dev.muster.gui.state.Counts;
import dev.muster.gui.state.RunFocus;
import dev.muster.gui.state.Sizes;

import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;

/** What the store of the run that is looked at holds, and who is connected to it. FX thread. */
final class StoreViewModel {
    private static final Duration PERIOD = Duration.ofSeconds(2);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final Comparator<KeyRow> ORDER =
            Comparator.comparing(KeyRow::kind).thenComparing(KeyRow::name);

    private final AgentSession session;
    private final Executor fxThread;
    private final ZoneId zone;
    private final ObservableList<KeyRow> keys = FXCollections.observableArrayList();
    private final ObservableList<ClientRow> clients = FXCollections.observableArrayList();
    private final ReadOnlyStringWrapper keysTitle = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper clientsTitle = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper remark = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper message = new ReadOnlyStringWrapper("");
    private Optional<RunId> run = Optional.empty();
    private Optional<StoreReading> reading = Optional.empty();
    private Optional<String> trouble = Optional.empty();
    private Optional<Instant> asked = Optional.empty();
    private boolean asking;
    private boolean over;
    private String wanted = "";

    StoreViewModel(AgentSession session, Executor fxThread, ZoneId zone) {
        this.session = session;
        this.fxThread = fxThread;
        this.zone = zone;
    }

    /** Those that pass the filter, by what they are for. */
    ObservableList<KeyRow> keys() {
        return keys;
    }

    /** Whoever has waited longest comes first. */
    ObservableList<ClientRow> clients() {
        return clients;
    }

    ReadOnlyStringProperty keysTitle() {
        return keysTitle.getReadOnlyProperty();
    }

    ReadOnlyStringProperty clientsTitle() {
        return clientsTitle.getReadOnlyProperty();
    }

    /** Where the store is and of when this is. */
    ReadOnlyStringProperty remark() {
        return remark.getReadOnlyProperty();
    }

    /** The sentence in place of everything; empty where there is something. */
    ReadOnlyStringProperty message() {
        return message.getReadOnlyProperty();
    }

    /** Shows the run's store, and asks for it again when that was some time ago. */
    void show(RunFocus focus) {
        RunId now = focus.run().run();
        if (!run.equals(Optional.of(now))) {
            run = Optional.of(now);
            reading = Optional.empty();
            trouble = Optional.empty();
            asked = Optional.empty();
        }
        over = focus.run().end().isPresent();
        boolean due =
                asked.filter(at -> focus.now().isBefore(at.plus(PERIOD)))
                        .filter(at -> !focus.now().isBefore(at))
                        .isEmpty();
        if (due && !over && !asking) ask(now, focus.now());
        layOut();
    }

    /** Only those keys with these letters in name, meaning or value. */
    void find(String letters) {
        wanted = letters.strip().toLowerCase(Locale.ROOT);
        layOut();
    }

    /** What is shown, a line each. */
    String text() {
        return keys.stream().map(KeyRow::text).collect(Collectors.joining("\n"))
                + "\n\n"
                + clients.stream().map(ClientRow::text).collect(Collectors.joining("\n"));
    }

    private void ask(RunId of, Instant now) {
        asking = true;
        asked = Optional.of(now);
        session.store(of)
                .whenComplete(
                        (found, broken) -> fxThread.execute(() -> answered(of, found, broken)));
    }

    private void answered(RunId of, @Nullable StoreReading found, @Nullable Throwable broken) {
        asking = false;
        if (!run.equals(Optional.of(of))) return;
        if (found != null) reading = Optional.of(found);
        trouble = Optional.ofNullable(broken).map(StoreViewModel::sentence);
        layOut();
    }

    private static String sentence(Throwable broken) {
        Throwable cause =
                broken instanceof CompletionException && broken.getCause() != null
                        ? broken.getCause()
                        : broken;
        String words = Optional.ofNullable(cause.getMessage()).orElse(cause.toString());
        return "%s%s%s"
                .formatted(
                        words.substring(0, Math.min(1, words.length())).toUpperCase(Locale.ROOT),
                        words.substring(Math.min(1, words.length())),
                        words.endsWith(".") ? "" : ".");
    }

    private void layOut() {
        if (over || reading.isEmpty()) {
            keys.clear();
            clients.clear();
            remark.set("");
            message.set(why());
            return;
        }
        StoreReading now = reading.get();
        List<KeyRow> rows =
                now.listed().stream()
                        .map(KeyRow::of)
                        .filter(row -> wanted.isEmpty() || row.has(wanted))
                        .sorted(ORDER)
                        .toList();
        if (!keys.equals(rows)) keys.setAll(rows);
        List<ClientRow> connected =
                now.clients().stream()
                        .map(ClientRow::of)
                        .sorted(ClientRow.LONGEST_WAIT_FIRST)
                        .toList();
        if (!clients.equals(connected)) clients.setAll(connected);
        keysTitle.set(titleOfKeys(now, rows.size()));
        clientsTitle.set(titleOfClients(now, connected));
        remark.set(
                trouble.orElseGet(
                        () ->
                                "%s · as of %s"
                                        .formatted(
                                                now.address(),
                                                TIME.format(now.at().atZone(zone)))));
        message.set("");
    }

    private String titleOfKeys(StoreReading now, int shown) {
        String all = "%s, %s".formatted(Counts.of(now.keys(), "key"), Sizes.of(now.storedBytes()));
        if (!wanted.isEmpty()) return "%,d of %s".formatted(shown, all);
        return now.listed().size() < now.keys()
                ? "%s, of which %,d are listed".formatted(all, now.listed().size())
                : all;
    }

    private static String titleOfClients(StoreReading now, List<ClientRow> connected) {
        long waiting = connected.stream().filter(ClientRow::isWaiting).count();
        var words = new StringBuilder(Counts.of(now.connections(), "connection"));
        if (waiting > 0) words.append(", ").append(waiting).append(" waiting");
        if (now.cutOff() > 0) words.append(", ").append(now.cutOff()).append(" cut off so far");
        return words.toString();
    }

    private String why() {
        if (over) {
            return "The run is over and its store is closed. While a run goes on, its keys are"
                    + " here, and who waits for which.";
        }
        return trouble.orElse("Looking into the store…");
    }
}
