package dev.muster.agent.job;

import java.nio.file.Path;

/** What a worker runs (spec/elastic-agent §5.2). */
public sealed interface Entrypoint {
    /** A Python file, run by the spec's interpreter. */
    record Script(Path file) implements Entrypoint {}

    /** A Python module, as {@code python -m} takes it. */
    record Module(String name) implements Entrypoint {}

    /** Any program ({@code --no-python}): a path, or a name looked up in PATH. */
    record Program(String command) implements Entrypoint {}

    /** The short name that stands for the run: the base name of the file or program. */
    default String shortName() {
        return switch (this) {
            case Script(var file) -> String.valueOf(file.getFileName());
            case Module(var name) -> name;
            case Program(var command) -> String.valueOf(Path.of(command).getFileName());
        };
    }
}
