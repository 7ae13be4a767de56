package dev.muster.gui.fleet;

import dev.muster.agent.fleet.PlaceId;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.PairingCode;
import dev.muster.agent.session.ObservedJob;

import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * What is to be attached: a machine that is known by name, an agent that showed a code, or a job by
 * its store. FX thread.
 */
final class AttachViewModel {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    /** Where to attach. */
    interface Ways {
        /** By {@link Offer#target}, or by what ssh takes. */
        PlaceId machine(String target) throws IOException;

        /** Shows it the code first; what fails says why in a sentence. */
        CompletionStage<PlaceId> agent(AgentAddress address, PairingCode code);

        PlaceId job(ObservedJob job);
    }

    /**
     * A machine that is known.
     *
     * @param how it is reached, for people
     */
    record Offer(String name, String how, String target) {
        String spoken() {
            return name + ", " + how;
        }
    }

    private final Ways ways;
    private final Consumer<PlaceId> onAttached;
    private final Executor fxThread;
    private final InstantSource clock;
    private final ZoneId zone;
    private final StringProperty machine = new SimpleStringProperty("");
    private final StringProperty address = new SimpleStringProperty("");
    private final StringProperty code = new SimpleStringProperty("");
    private final StringProperty store = new SimpleStringProperty("");
    private final StringProperty job = new SimpleStringProperty("");
    private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper waiting = new ReadOnlyStringWrapper("");
    private final ObservableList<Offer> offered = FXCollections.observableArrayList();
    private final ObservableList<Offer> shownOffered =
            FXCollections.unmodifiableObservableList(offered);
    private List<Offer> known = List.of();
    private boolean abandoned;

    /** {@code zone} is the one whose clock people read. */
    AttachViewModel(
            Ways ways,
            Consumer<PlaceId> onAttached,
            Executor fxThread,
            InstantSource clock,
            ZoneId zone) {
        this.ways = ways;
        this.onAttached = onAttached;
        this.fxThread = fxThread;
        this.clock = clock;
        this.zone = zone;
        List.of(machine, address, code, store, job)
                .forEach(typed -> typed.subscribe((_, _) -> problem.set("")));
        machine.subscribe((_, _) -> offer());
    }

    /** A name that is known, one that ssh knows, or {@code user@host}. */
    StringProperty machine() {
        return machine;
    }

    /** Where the agent listens, {@code host:port}. */
    StringProperty address() {
        return address;
    }

    /** What {@code muster pair} showed there. */
    StringProperty code() {
        return code;
    }

    /** {@code host:port}. */
    StringProperty store() {
        return store;
    }

    /** What the job's agents were given as {@code --rdzv-id}. */
    StringProperty job() {
        return job;
    }

    /** A whole sentence; empty while nothing is wrong. */
    ReadOnlyStringProperty problem() {
        return problem.getReadOnlyProperty();
    }

    /** For whom is waited and since when; empty while nobody is. */
    ReadOnlyStringProperty waiting() {
        return waiting.getReadOnlyProperty();
    }

    /** The machines that are known and have in their names what was typed. */
    ObservableList<Offer> offered() {
        return shownOffered;
    }

    void knows(List<Offer> offers) {
        known = List.copyOf(offers);
        offer();
    }

    /** Nobody looks any more: what is under way is not answered here. */
    void abandon() {
        abandoned = true;
    }

    private void offer() {
        String typed = machine.get().strip().toLowerCase(Locale.ROOT);
        offered.setAll(
                known.stream()
                        .filter(offer -> offer.name().toLowerCase(Locale.ROOT).contains(typed))
                        .toList());
    }

    /** Attaches what was typed. */
    void attachMachine() {
        String name = machine.get().strip();
        if (name.isEmpty()) {
            problem.set("Type the name of a machine, or pick one.");
            return;
        }
        String target =
                known.stream()
                        .filter(offer -> offer.name().equals(name))
                        .findFirst()
                        .map(Offer::target)
                        .orElse(name);
        attempt(() -> ways.machine(target));
    }

    void attach(Offer offer) {
        attempt(() -> ways.machine(offer.target()));
    }

    void attachJob() {
        attempt(() -> ways.job(ObservedJob.at(store.get().strip(), job.get().strip())));
    }

    /** Pairs first; that takes as long as the other side takes. */
    void attachAgent() {
        if (!waiting.get().isEmpty()) return;
        try {
            AgentAddress there = AgentAddress.parse(address.get().strip());
            var shown = PairingCode.read(code.get());
            Instant since = clock.instant();
            problem.set("");
            waiting.set(
                    "Waiting for %s since %s…".formatted(there, TIME.format(since.atZone(zone))));
            ways.agent(there, shown)
                    .whenComplete((place, why) -> fxThread.execute(() -> answered(place, why)));
        } catch (IllegalArgumentException e) {
            problem.set(sentence(e));
        }
    }

    private void answered(@Nullable PlaceId place, @Nullable Throwable why) {
        waiting.set("");
        if (abandoned) return;
        if (place != null) onAttached.accept(place);
        else if (why != null) problem.set(sentence(why));
    }

    /** Something that may be refused with a sentence. */
    private interface Attempt {
        PlaceId make() throws IOException;
    }

    private void attempt(Attempt attempt) {
        try {
            onAttached.accept(attempt.make());
        } catch (IOException | IllegalArgumentException e) {
            problem.set(sentence(e));
        }
    }

    private static String sentence(Throwable failure) {
        Throwable cause = failure.getCause();
        Throwable told = failure instanceof CompletionException && cause != null ? cause : failure;
        String why = String.valueOf(told.getMessage());
        return Character.toUpperCase(why.charAt(0)) + why.substring(1) + ".";
    }
}
