package dev.muster.agent.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the checks know about where the workers will run.
 *
 * @param directory the default working directory
 * @param sys where the kernel shows its devices
 * @param hasInput whether workers will find anything on their standard input
 * @param driver counts the GPUs that workers with its environment would see
 */
record Machine(
        Map<String, String> environment,
        Path directory,
        FileAccess access,
        Path sys,
        boolean hasInput,
        Function<Machine, Gpus> driver) {
    Machine {
        environment = Map.copyOf(environment);
    }

    /** This process's environment and working directory. */
    static Machine ofThisProcess() {
        return new Machine(
                System.getenv(),
                Path.of("").toAbsolutePath(),
                FileAccess.REAL,
                Path.of("/sys"),
                false,
                Gpus::of);
    }

    /** The same machine for workers that can read something. */
    Machine withInput() {
        return new Machine(environment, directory, access, sys, true, driver);
    }

    /** The same machine with variables laid over its environment. */
    Machine with(Map<String, String> variables) {
        var both = new HashMap<>(environment);
        both.putAll(variables);
        return new Machine(both, directory, access, sys, hasInput, driver);
    }

    /** The variable's value; empty when it is not set, or set to nothing. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    /** The first executable file of that name in PATH. */
    Optional<Path> programInPath(String name) {
        return foldersInPath()
                .map(folder -> folder.resolve(name))
                .filter(this::isProgram)
                .findFirst();
    }

    /** The folders of PATH, absolute. */
    Stream<Path> foldersInPath() {
        return Stream.of(variable("PATH").orElse("/usr/bin:/bin").split(":", -1))
                .filter(folder -> !folder.isEmpty())
                .map(directory::resolve);
    }

    boolean isProgram(Path file) {
        return Files.isRegularFile(file) && access.executable(file);
    }

    Gpus gpus() {
        return driver.apply(this);
    }

    /** {@code ~} and {@code ~/…} as the shell reads them; everything else as it is. */
    String withHome(String path) {
        boolean homely = path.equals("~") || path.startsWith("~/");
        return homely ? variable("HOME").map(home -> home + path.substring(1)).orElse(path) : path;
    }
}
