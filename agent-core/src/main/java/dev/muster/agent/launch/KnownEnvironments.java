package dev.muster.agent.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The environments that Python's tools keep in places of their own, whether active or not. */
final class KnownEnvironments {
    /** More than anybody would look through. */
    private static final int MOST = 40;

    private KnownEnvironments() {}

    /** Their folders, with the tool that each is of. */
    static Map<Path, String> of(Machine machine) {
        var found = new LinkedHashMap<Path, String>();
        Path home = Path.of(machine.variable("HOME").orElse("/nonexistent"));
        lines(home.resolve(".conda/environments.txt")).stream()
                .limit(MOST)
                .forEach(folder -> found.put(folder, "of conda"));
        Path kept =
                machine.variable("WORKON_HOME").map(Path::of).orElse(home.resolve(".virtualenvs"));
        folders(kept).forEach(folder -> found.putIfAbsent(folder, "of virtualenvwrapper"));
        Path pyenv = machine.variable("PYENV_ROOT").map(Path::of).orElse(home.resolve(".pyenv"));
        folders(pyenv.resolve("versions")).forEach(folder -> found.putIfAbsent(folder, "of pyenv"));
        return found;
    }

    /** conda writes one path a line. */
    private static List<Path> lines(Path file) {
        var folders = new ArrayList<Path>();
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith("/")) folders.add(Path.of(line.strip()));
            }
        } catch (InvalidPathException | IOException _) {
            return folders; // there is no such file where there is no conda
        }
        return folders;
    }

    private static List<Path> folders(Path parent) {
        try (Stream<Path> inside = Files.list(parent)) {
            return inside.sorted().limit(MOST).toList();
        } catch (IOException _) {
            return List.of(); // that tool is not in use
        }
    }
}
