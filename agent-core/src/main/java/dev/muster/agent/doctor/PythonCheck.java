package dev.muster.agent.doctor;

import dev.muster.agent.launch.PythonEnvironment;
import dev.muster.agent.launch.PythonEnvironments;
import dev.muster.agent.launch.TorchVersion;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The interpreter that runs scripts, and the torch in it. */
record PythonCheck(Map<String, String> environment) implements Check {
    private static final String TORCH = "torch";

    @Override
    public String name() {
        return "python";
    }

    @Override
    public List<Finding> look() {
        var environments = PythonEnvironments.onThisMachine();
        return named().or(this::inPath)
                .map(found -> judge(found, environments))
                .orElseGet(this::none);
    }

    /** What {@code muster run} takes where nobody names another. */
    private Optional<PythonEnvironment> inPath() {
        return Stream.of(environment.getOrDefault("PATH", "").split(":", -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "python3"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(python -> new PythonEnvironment(python, "in PATH"));
    }

    private Optional<PythonEnvironment> named() {
        return Optional.ofNullable(environment.get("PYTHON_EXEC"))
                .filter(path -> !path.isBlank())
                .map(path -> new PythonEnvironment(Path.of(path), "PYTHON_EXEC"));
    }

    private List<Finding> none() {
        return List.of(
                Finding.fail(
                        name(),
                        "there is none",
                        "install a Python 3 (Debian: apt-get install python3), or name one:"
                                + " PYTHON_EXEC=/path/to/python"));
    }

    private List<Finding> judge(PythonEnvironment python, PythonEnvironments environments) {
        String where = "%s (%s)".formatted(python.python(), python.origin());
        return switch (environments.torchOf(python.python()).toCompletableFuture().join()) {
            case TorchVersion.Installed(var version, var torch) ->
                    List.of(Finding.ok(name(), version + " at " + where), Finding.ok(TORCH, torch));
            case TorchVersion.Absent(var version) ->
                    List.of(
                            Finding.ok(name(), version + " at " + where),
                            Finding.warn(
                                    TORCH,
                                    "not installed there",
                                    "scripts that import it need it: %s -m pip install torch"
                                            .formatted(python.python())));
            case TorchVersion.Unknown(var reason) ->
                    List.of(
                            Finding.fail(
                                    name(),
                                    reason,
                                    "name another one: PYTHON_EXEC=/path/to/python"));
        };
    }
}
