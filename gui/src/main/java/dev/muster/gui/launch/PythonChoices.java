package dev.muster.gui.launch;

import dev.muster.agent.launch.LaunchDraft;
import dev.muster.agent.launch.PythonEnvironment;
import dev.muster.agent.launch.PythonEnvironments;
import dev.muster.agent.launch.TorchVersion;

import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * The interpreters of this machine and what they say about themselves, as far as they have answered
 * yet. FX thread, but for the looking.
 */
final class PythonChoices {
    private final PythonEnvironments environments;
    private final Executor fx;
    private final ObservableList<PythonChoice> choices = FXCollections.observableArrayList();
    private final ReadOnlyStringWrapper chosenAbout = new ReadOnlyStringWrapper("");
    private final Map<Path, Optional<TorchVersion>> answers = new HashMap<>();
    private List<PythonEnvironment> found = List.of();
    private Optional<Path> chosen = Optional.empty();

    PythonChoices(PythonEnvironments environments, Executor fx) {
        this.environments = environments;
        this.fx = fx;
    }

    ObservableList<PythonChoice> choices() {
        return choices;
    }

    /** Which interpreter the run would get, and what it says about itself; empty while unknown. */
    ReadOnlyStringProperty chosenAbout() {
        return chosenAbout.getReadOnlyProperty();
    }

    /** Looks for the interpreters that this draft is likely to mean. Off the FX thread. */
    void lookFor(LaunchDraft draft) {
        List<PythonEnvironment> now = environments.find(draft);
        fx.execute(() -> show(now));
    }

    /** The interpreter that the run would get; none for a program. */
    void choose(Optional<Path> python) {
        chosen = python;
        chosen.filter(PythonChoices::isNamedPython).ifPresent(this::ask);
        describe();
    }

    /** Anything else a person may be typing is not to be started just to see what it says. */
    private static boolean isNamedPython(Path program) {
        return String.valueOf(program.getFileName()).startsWith("python");
    }

    private void show(List<PythonEnvironment> now) {
        found = now;
        found.forEach(environment -> ask(environment.python()));
        describe();
    }

    private void ask(Path python) {
        if (answers.putIfAbsent(python, Optional.empty()) != null) return;
        environments
                .torchOf(python)
                .thenAccept(answer -> fx.execute(() -> answered(python, answer)));
    }

    private void answered(Path python, TorchVersion answer) {
        answers.put(python, Optional.of(answer));
        describe();
    }

    private void describe() {
        List<PythonChoice> now =
                found.stream()
                        .map(
                                environment ->
                                        new PythonChoice(
                                                environment.python().toString(),
                                                words(environment.python())
                                                        + " · "
                                                        + environment.origin()))
                        .toList();
        if (!choices.equals(now)) choices.setAll(now);
        chosenAbout.set(
                chosen.filter(PythonChoices::isNamedPython)
                        .map(python -> python + " · " + words(python))
                        .orElse(""));
    }

    private String words(Path python) {
        return answers.getOrDefault(python, Optional.empty())
                .map(PythonChoices::words)
                .orElse("asking for its torch …");
    }

    private static String words(TorchVersion version) {
        return switch (version) {
            case TorchVersion.Installed(var python, var torch) ->
                    "Python %s · torch %s".formatted(python, torch);
            case TorchVersion.Absent(var python) -> "Python %s · no torch".formatted(python);
            case TorchVersion.Unknown _ -> "does not answer";
        };
    }
}
