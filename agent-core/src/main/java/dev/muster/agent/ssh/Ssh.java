package dev.muster.agent.ssh;

import dev.muster.agent.tool.Tool;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The system's ssh, and how it is called. What the user has configured applies, but for what would
 * disturb a connection that nobody types in: forwardings, a command or terminal of its own, and
 * other connections to share.
 *
 * @param config another file than the user's own; absent in all but tests
 * @param environment of this process
 */
public record Ssh(Path program, Optional<Path> config, Map<String, String> environment) {
    private static final Duration LONGEST_CALL = Duration.ofSeconds(20);
    private static final String UP = "muster-up";

    /** Whom ssh may ask for a passphrase, a code or whether a host's key is right. */
    public enum Prompts {
        NOBODY,
        /** The program that {@code SSH_ASKPASS} names. */
        PROGRAM,
        /** Whoever sits at this process's terminal. */
        TERMINAL;

        /** The best that there is. */
        public static Prompts of(Map<String, String> environment, boolean hasTerminal) {
            if (!environment.getOrDefault("SSH_ASKPASS", "").isBlank()) return PROGRAM;
            return hasTerminal ? TERMINAL : NOBODY;
        }
    }

    public Ssh {
        environment = Map.copyOf(environment);
    }

    /** The one in PATH. */
    public static Optional<Ssh> find(Map<String, String> environment) {
        return Tool.find("ssh", environment)
                .map(program -> new Ssh(program, Optional.empty(), environment));
    }

    /** Holds the connection that others share, until its standard input is closed. */
    List<String> master(SshName host, Path control, Prompts prompts) {
        var words = new ArrayList<>(List.of(program.toString()));
        config.ifPresent(file -> words.addAll(List.of("-F", file.toString())));
        words.addAll(List.of("-T", "-a", "-x"));
        for (String option :
                List.of(
                        "ControlMaster=yes",
                        "ControlPath=" + control.toString().replace("%", "%%"),
                        "ControlPersist=no",
                        "ClearAllForwardings=yes",
                        "RemoteCommand=none",
                        "PermitLocalCommand=no",
                        "StreamLocalBindMask=0177",
                        "StreamLocalBindUnlink=yes",
                        "ConnectTimeout=15",
                        "ServerAliveInterval=5",
                        "ServerAliveCountMax=3",
                        "BatchMode=" + (prompts == Prompts.NOBODY ? "yes" : "no"))) {
            words.addAll(List.of("-o", option));
        }
        words.addAll(List.of("--", host.value(), "echo " + UP + "; exec cat >/dev/null"));
        return words;
    }

    /** Whether that line means that the connection of {@link #master} can be shared. */
    static boolean isUp(String line) {
        return line.strip().equals(UP);
    }

    Map<String, String> variables(Prompts prompts) {
        return prompts == Prompts.PROGRAM ? Map.of("SSH_ASKPASS_REQUIRE", "force") : Map.of();
    }

    /** Makes {@code local} lead to {@code remote}, for as long as the connection is there. */
    Tool forward(SshName host, Path control, Path local, String remote) {
        return shared(
                control, List.of("-O", "forward", "-L", local + ":" + remote), host, List.of());
    }

    /** Lets a shell there do what is written on its standard input. */
    Tool shell(SshName host, Path control) {
        return shared(control, List.of("-T", "-a", "-x"), host, List.of("sh"));
    }

    /** Never connects by itself: without the shared connection it fails. */
    private Tool shared(Path control, List<String> options, SshName host, List<String> command) {
        var words = new ArrayList<>(List.of(program.toString(), "-F", "none"));
        words.addAll(List.of("-S", control.toString(), "-o", "ProxyCommand=false"));
        words.addAll(options);
        words.addAll(List.of("--", host.value()));
        words.addAll(command);
        return new Tool(words, LONGEST_CALL);
    }

    /** How ssh understands that name, as {@code user@host:port}; empty where it does not. */
    public Optional<String> resolve(SshName host) throws IOException {
        var words = new ArrayList<>(List.of(program.toString()));
        config.ifPresent(file -> words.addAll(List.of("-F", file.toString())));
        words.addAll(List.of("-G", "--", host.value()));
        Tool.Result result = new Tool(words, LONGEST_CALL).run();
        if (result.exitCode() != 0) return Optional.empty();
        return field(result, "hostname")
                .map(
                        name ->
                                "%s@%s:%s"
                                        .formatted(
                                                field(result, "user").orElse("?"),
                                                name,
                                                field(result, "port").orElse("22")));
    }

    private static Optional<String> field(Tool.Result result, String name) {
        return result.output()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1))
                .findFirst();
    }
}
