package dev.muster.gui.launch;

import dev.muster.agent.launch.LaunchDraft;
import dev.muster.agent.launch.LaunchField;
import dev.muster.agent.launch.LaunchPresets;
import dev.muster.agent.launch.ProjectFile;
import dev.muster.agent.launch.ProjectFile.Found;

import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What the form can be filled from and kept in: presets, and the project file in the script's
 * folder. FX thread, but for the files.
 */
final class KeptLaunches {
    private static final int LONGEST_NAME = 60;

    /** What a name is being asked for. */
    enum Naming {
        NOTHING,
        A_NEW_PRESET,
        THE_CHOSEN_ONE
    }

    private final LaunchFormViewModel form;
    private final LaunchPresets presets;
    private final FormThreads threads;
    private final ObservableList<String> names = FXCollections.observableArrayList();
    private final ReadOnlyStringWrapper chosen = new ReadOnlyStringWrapper("");
    private final ObjectProperty<Naming> naming = new SimpleObjectProperty<>(Naming.NOTHING);
    private final ReadOnlyStringWrapper nameProblem = new ReadOnlyStringWrapper("");
    private final ReadOnlyObjectWrapper<Optional<Offer>> offer =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private Map<String, LaunchDraft> kept = Map.of();
    private Optional<Path> lookedInto = Optional.empty();

    KeptLaunches(LaunchFormViewModel form, LaunchPresets presets, FormThreads threads) {
        this.form = form;
        this.presets = presets;
        this.threads = threads;
        form.text(LaunchField.SCRIPT).subscribe((_, _) -> lookForProject());
        form.text(LaunchField.WORKING_DIRECTORY).subscribe((_, _) -> lookForProject());
        onDisk("the presets cannot be read", presets::read, this::show);
    }

    /** The presets, in the order of their names. */
    ObservableList<String> names() {
        return names;
    }

    /** The preset that the form was filled from or kept as last; empty when there is none. */
    ReadOnlyStringProperty chosen() {
        return chosen.getReadOnlyProperty();
    }

    ObjectProperty<Naming> naming() {
        return naming;
    }

    /** What is wrong with the name that was given; a whole sentence, or empty. */
    ReadOnlyStringProperty nameProblem() {
        return nameProblem.getReadOnlyProperty();
    }

    ReadOnlyObjectProperty<Optional<Offer>> offer() {
        return offer.getReadOnlyProperty();
    }

    /** Fills the form from that preset. */
    void choose(String name) {
        LaunchDraft draft = kept.get(name);
        if (draft == null) return; // deleted by another window
        chosen.set(name);
        withdraw();
        form.fill(draft);
    }

    /** Asks for a name, with nothing wrong about it yet. */
    void ask(Naming what) {
        nameProblem.set("");
        naming.set(what);
    }

    /** Takes the name that was asked for. */
    void name(String text) {
        String name = text.strip();
        Naming what = naming.get();
        boolean renames = what == Naming.THE_CHOSEN_ONE;
        nameProblem.set(problemOf(name, renames));
        if (!nameProblem.get().isEmpty() || what == Naming.NOTHING) return;
        naming.set(Naming.NOTHING);
        if (renames) {
            rename(chosen.get(), name);
        } else {
            save(name, form.draft());
        }
    }

    private String problemOf(String name, boolean renames) {
        if (name.isEmpty()) return "Nothing is given, expected a name.";
        if (name.length() > LONGEST_NAME) {
            return "Found %d characters, expected at most %d."
                    .formatted(name.length(), LONGEST_NAME);
        }
        boolean taken = renames && !name.equals(chosen.get()) && kept.containsKey(name);
        return taken ? "There is a preset of that name already; delete it first." : "";
    }

    private void save(String name, LaunchDraft draft) {
        Optional<LaunchDraft> before = Optional.ofNullable(kept.get(name));
        change(
                put(name, draft),
                "the preset could not be kept",
                _ -> {
                    chosen.set(name);
                    before.ifPresentOrElse(
                            old -> offerUndo("“%s” was replaced.".formatted(name), put(name, old)),
                            () -> say("Kept as “%s”.".formatted(name)));
                });
    }

    private void rename(String from, String to) {
        if (from.equals(to)) return;
        change(
                all -> {
                    var others = new TreeMap<>(all);
                    LaunchDraft draft = others.remove(from);
                    if (draft != null) others.put(to, draft);
                    return others;
                },
                "the preset could not be renamed",
                _ -> {
                    chosen.set(to);
                    say("“%s” is called “%s” now.".formatted(from, to));
                });
    }

    /** Deletes the chosen preset; the form stays as it is. */
    void delete() {
        String name = chosen.get();
        LaunchDraft draft = kept.get(name);
        if (draft == null) return;
        change(
                all -> {
                    var others = new TreeMap<>(all);
                    others.remove(name);
                    return others;
                },
                "the preset could not be deleted",
                _ -> {
                    chosen.set("");
                    offerUndo("“%s” was deleted.".formatted(name), put(name, draft));
                });
    }

    private static UnaryOperator<Map<String, LaunchDraft>> put(String name, LaunchDraft draft) {
        return all -> {
            var more = new TreeMap<>(all);
            more.put(name, draft);
            return more;
        };
    }

    private void offerUndo(String done, UnaryOperator<Map<String, LaunchDraft>> undo) {
        offer.set(
                Optional.of(
                        new Offer(
                                done,
                                "Undo",
                                () -> change(undo, "it could not be undone", _ -> withdraw()))));
    }

    private void change(
            UnaryOperator<Map<String, LaunchDraft>> change,
            String failure,
            Consumer<Map<String, LaunchDraft>> then) {
        onDisk(
                failure,
                () -> presets.change(change),
                all -> {
                    show(all);
                    then.accept(all);
                });
    }

    private void show(Map<String, LaunchDraft> all) {
        kept = all;
        names.setAll(all.keySet());
    }

    /** Writes what the form says into the folder of its script. */
    void writeProject() {
        Optional<Path> folder = form.folder();
        if (folder.isEmpty()) {
            say("Name the script first: the project file lies beside it.");
            return;
        }
        LaunchDraft draft = form.draft();
        lookedInto = folder; // what is there now is no news
        onDisk(
                "the project file could not be written",
                () -> ProjectFile.write(folder.get(), draft),
                this::written);
    }

    private void written(ProjectFile.Written written) {
        String secrets =
                written.leftOut().isEmpty()
                        ? ""
                        : " Without %s, which may be secret."
                                .formatted(String.join(", ", written.leftOut()));
        String done = written.before().isPresent() ? "replaced" : "written";
        offer.set(
                Optional.of(
                        new Offer(
                                "%s was %s.%s".formatted(written.file(), done, secrets),
                                "Undo",
                                () -> undo(written))));
    }

    private void undo(ProjectFile.Written written) {
        onDisk(
                "it could not be undone",
                () -> {
                    written.undo();
                    return written;
                },
                _ -> withdraw());
    }

    /** Once for each folder: who does not want the file is not asked again. */
    private void lookForProject() {
        Optional<Path> folder = form.folder();
        if (folder.isEmpty() || folder.equals(lookedInto)) return;
        lookedInto = folder;
        threads.afterTyping()
                .execute(
                        () -> {
                            Found found = ProjectFile.in(folder.get());
                            threads.fx().execute(() -> found(folder.get(), found));
                        });
    }

    private void found(Path folder, Found found) {
        if (!lookedInto.equals(Optional.of(folder))) return;
        switch (found) {
            case Found.Nothing() -> {}
            case Found.Unusable(var file, var why) ->
                    say("%s is not used: %s".formatted(file, why.endsWith(".") ? why : why + "."));
            case Found.Says(var file, var draft) ->
                    offer.set(
                            Optional.of(
                                    new Offer(
                                            "%s says how this is run.".formatted(file),
                                            "Use it",
                                            () -> use(draft))));
        }
    }

    private void use(LaunchDraft draft) {
        withdraw();
        String script = form.text(LaunchField.SCRIPT).get();
        boolean named = !draft.text(LaunchField.SCRIPT).isEmpty();
        form.fill(named ? draft : draft.with(form.kind().get()).with(LaunchField.SCRIPT, script));
    }

    private void say(String sentence) {
        offer.set(Optional.of(Offer.none(sentence)));
    }

    /** Takes the offer away. */
    void withdraw() {
        offer.set(Optional.empty());
    }

    private interface FileWork<T> {
        T run() throws IOException;
    }

    private <T> void onDisk(String failure, FileWork<T> work, Consumer<T> then) {
        threads.atOnce()
                .execute(
                        () -> {
                            try {
                                T result = work.run();
                                threads.fx().execute(() -> then.accept(result));
                            } catch (IOException e) {
                                String why = Objects.requireNonNullElse(e.getMessage(), "" + e);
                                threads.fx()
                                        .execute(() -> say(Sentences.from(failure + ": " + why)));
                            }
                        });
    }
}
