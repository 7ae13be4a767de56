package dev.muster.gui.fleet;

import dev.muster.agent.session.ObservedJob;

import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** What is to be attached: a machine that ssh knows, or a job by its store. FX thread. */
final class AttachViewModel {
    /** Where to attach. */
    interface Ways {
        void machine(String name) throws IOException;

        void job(ObservedJob job);
    }

    private final Ways ways;
    private final Runnable onAttached;
    private final StringProperty machine = new SimpleStringProperty("");
    private final StringProperty store = new SimpleStringProperty("");
    private final StringProperty job = new SimpleStringProperty("");
    private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
    private final ObservableList<String> offered = FXCollections.observableArrayList();
    private final ObservableList<String> shownOffered =
            FXCollections.unmodifiableObservableList(offered);
    private List<String> aliases = List.of();

    AttachViewModel(Ways ways, Runnable onAttached) {
        this.ways = ways;
        this.onAttached = onAttached;
        machine.subscribe(
                (_, _) -> {
                    problem.set("");
                    offer();
                });
        store.subscribe((_, _) -> problem.set(""));
        job.subscribe((_, _) -> problem.set(""));
    }

    /** A name that ssh knows, or {@code user@host}. */
    StringProperty machine() {
        return machine;
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

    /** The names that ssh knows and that begin like what was typed, or have it in them. */
    ObservableList<String> offered() {
        return shownOffered;
    }

    void knows(List<String> names) {
        aliases = List.copyOf(names);
        offer();
    }

    private void offer() {
        String typed = machine.get().strip().toLowerCase(Locale.ROOT);
        offered.setAll(
                aliases.stream()
                        .filter(name -> name.toLowerCase(Locale.ROOT).contains(typed))
                        .toList());
    }

    void attachMachine() {
        String name = machine.get().strip();
        if (name.isEmpty()) {
            problem.set("Type the name of a machine, or pick one.");
            return;
        }
        attempt(() -> ways.machine(name));
    }

    void attachJob() {
        attempt(() -> ways.job(ObservedJob.at(store.get().strip(), job.get().strip())));
    }

    /** Something that may be refused with a sentence. */
    private interface Attempt {
        void make() throws IOException;
    }

    private void attempt(Attempt attempt) {
        try {
            attempt.make();
            onAttached.run();
        } catch (IOException | IllegalArgumentException e) {
            String why = String.valueOf(e.getMessage());
            problem.set(Character.toUpperCase(why.charAt(0)) + why.substring(1) + ".");
        }
    }
}
