package dev.muster.agent.home;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where Muster keeps its files: the XDG folders, or everything below {@code MUSTER_HOME} when that
 * is set.
 *
 * @param state runs and their logs
 * @param config what the user set
 */
public record MusterHome(Path state, Path config) {
    /** Reads the folders from an environment. */
    public static MusterHome of(Map<String, String> environment) {
        Optional<Path> home = folder(environment, "MUSTER_HOME");
        if (home.isPresent()) {
            return new MusterHome(home.get().resolve("state"), home.get().resolve("config"));
        }
        Path user = // Java's own goes by the list of users, and jobs and containers by the variable
                folder(environment, "HOME")
                        .orElseGet(() -> Path.of(System.getProperty("user.home")).toAbsolutePath());
        return new MusterHome(
                folder(environment, "XDG_STATE_HOME")
                        .orElse(user.resolve(".local/state"))
                        .resolve("muster"),
                folder(environment, "XDG_CONFIG_HOME")
                        .orElse(user.resolve(".config"))
                        .resolve("muster"));
    }

    public Path runs() {
        return state.resolve("runs");
    }

    /** What a background agent says, with nobody to say it to. */
    public Path agentLog() {
        return state.resolve("agent.log");
    }

    static Optional<Path> folder(Map<String, String> environment, String variable) {
        return Optional.ofNullable(environment.get(variable))
                .filter(value -> !value.isBlank())
                .map(value -> Path.of(value).toAbsolutePath().normalize());
    }
}
