package dev.muster.agent.cli;

import dev.muster.agent.home.MusterHome;
import dev.muster.agent.pairing.PairedAgent;
import dev.muster.agent.pairing.PairedAgents;
import dev.muster.agent.ssh.SshAliases;
import dev.muster.agent.ssh.SshName;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which machine {@code --host} means: one that ssh leads to, or a paired agent. */
sealed interface HostChoice {
    record BySsh(SshName name) implements HostChoice {}

    record Paired(PairedAgent agent) implements HostChoice {}

    /** Before a name that only ssh is to know. */
    String SSH = "ssh://";

    /**
     * A name that both ssh's configuration and the list of paired agents have means neither: what
     * it meant before somebody was paired is not to mean somebody else behind the user's back.
     *
     * @throws CommandFailed when it means none, or two
     */
    static HostChoice of(String host, Map<String, String> environment) {
        if (host.startsWith(SSH)) return bySsh(host.substring(SSH.length()));
        Optional<PairedAgent> paired = paired(host, environment);
        if (PairedAgents.isAddress(host) && paired.isEmpty()) {
            throw CommandFailed.unavailable(
                    "this machine is not paired with %s (muster pair)".formatted(host));
        }
        if (paired.isEmpty()) return bySsh(host);
        if (isAlias(host, environment)) {
            throw CommandFailed.misused(
                    "%s is in your ssh configuration, and a paired agent is called so; say %s%s or"
                                    .formatted(host, SSH, host)
                            + " %s".formatted(clearly(paired.get())));
        }
        return new Paired(paired.get());
    }

    /** What to say to mean that agent: its name where that is clear. */
    static String meaning(PairedAgent agent, Map<String, String> environment) {
        return isAlias(agent.name(), environment) ? clearly(agent) : agent.name();
    }

    private static String clearly(PairedAgent agent) {
        return "tcp://" + agent.address();
    }

    private static BySsh bySsh(String name) {
        try {
            return new BySsh(new SshName(name));
        } catch (IllegalArgumentException e) {
            throw CommandFailed.misused(String.valueOf(e.getMessage()));
        }
    }

    private static Optional<PairedAgent> paired(String host, Map<String, String> environment) {
        try {
            return PairedAgents.of(MusterHome.of(environment)).find(host);
        } catch (IOException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        }
    }

    private static boolean isAlias(String name, Map<String, String> environment) {
        return Optional.ofNullable(environment.get("HOME"))
                .map(home -> SshAliases.of(Path.of(home)))
                .orElse(List.of())
                .contains(name);
    }
}
