package dev.muster.agent.launch;

import dev.muster.agent.launch.BriefQuestion.Answer;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Finds the Python interpreters that a person is likely to mean. Any thread. */
public final class PythonEnvironments {
    private static final String ASK_FOR_TORCH =
            """
            import sys
            from importlib.metadata import PackageNotFoundError, version
            print(sys.version.split()[0])
            try:
                print(version("torch"))
            except PackageNotFoundError:
                pass
            """;

    private static final int MOST_ABOVE = 4;

    private final Machine machine;

    PythonEnvironments(Machine machine) {
        this.machine = machine;
    }

    public static PythonEnvironments onThisMachine() {
        return new PythonEnvironments(Machine.ofThisProcess());
    }

    /**
     * Interpreters, likeliest first: a virtual environment beside the draft's script or where it
     * will run, or in a folder above, the active one, conda's, those in PATH, then those that
     * Python's tools keep in places of their own. One per environment. Looks at files only, and
     * starts nothing.
     */
    public List<PythonEnvironment> find(LaunchDraft draft) {
        var found = new ArrayList<PythonEnvironment>();
        var seen = new HashSet<Path>();
        for (Path folder : withThoseAbove(foldersOf(draft))) {
            for (String name : List.of(".venv", "venv")) {
                add(found, seen, folder.resolve(name).resolve("bin"), name + " in " + folder);
            }
        }
        machine.variable("VIRTUAL_ENV")
                .ifPresent(home -> add(found, seen, Path.of(home, "bin"), "active environment"));
        machine.variable("CONDA_PREFIX")
                .ifPresent(home -> add(found, seen, Path.of(home, "bin"), "conda environment"));
        machine.foldersInPath().forEach(folder -> add(found, seen, folder, "in PATH"));
        KnownEnvironments.of(machine)
                .forEach((folder, origin) -> add(found, seen, folder.resolve("bin"), origin));
        return List.copyOf(found);
    }

    /** A script may lie some folders below the environment of its project. */
    private static List<Path> withThoseAbove(List<Path> folders) {
        var all = new LinkedHashSet<>(folders);
        for (Path folder : folders) {
            Path at = folder;
            for (int up = 0; up < MOST_ABOVE && at.getParent() != null; up++) {
                at = at.getParent();
                all.add(at);
            }
        }
        return List.copyOf(all);
    }

    private List<Path> foldersOf(LaunchDraft draft) {
        var files = new FileChecks(machine, new Findings());
        Path directory = files.workingDirectory(draft.text(LaunchField.WORKING_DIRECTORY));
        return Stream.concat(
                        files
                                .path(LaunchField.SCRIPT, draft.text(LaunchField.SCRIPT))
                                .map(Path::getParent)
                                .stream(),
                        Stream.of(directory))
                .toList();
    }

    private void add(List<PythonEnvironment> found, Set<Path> seen, Path binaries, String origin) {
        Stream.of("python3", "python")
                .map(binaries::resolve)
                .filter(machine::isProgram)
                .findFirst()
                .filter(_ -> seen.add(real(binaries)))
                .ifPresent(python -> found.add(new PythonEnvironment(python, origin)));
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException _) { // gone since; then its name has to do
            return folder.toAbsolutePath();
        }
    }

    /** Asks the interpreter which torch it has, in a process of its own that has 5 s. */
    public CompletionStage<TorchVersion> torchOf(Path python) {
        return torchOf(python, BriefQuestion.LIMIT);
    }

    CompletionStage<TorchVersion> torchOf(Path python, Duration limit) {
        var version = new CompletableFuture<TorchVersion>();
        Thread.ofPlatform() // it waits for a process, and holds on to its carrier meanwhile
                .name("torch version of " + python)
                .daemon(true)
                .start(() -> version.complete(ask(python, limit)));
        return version;
    }

    private static TorchVersion ask(Path python, Duration limit) {
        var question = List.of(python.toString(), "-c", ASK_FOR_TORCH);
        return switch (BriefQuestion.ask(question, Map.of(), limit)) {
            case Answer.Said(var lines) when lines.size() == 2 ->
                    new TorchVersion.Installed(lines.getFirst(), lines.getLast());
            case Answer.Said(var lines) when lines.size() == 1 ->
                    new TorchVersion.Absent(lines.getFirst());
            case Answer.Said _ -> new TorchVersion.Unknown(python + " is not a Python 3");
            case Answer.Nothing(var reason) -> new TorchVersion.Unknown(reason);
        };
    }
}
