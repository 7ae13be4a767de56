package dev.muster.agent.cli;

import dev.muster.agent.OwnEnvironment;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.Signal;
import dev.muster.agent.session.AgentPlaces;
import dev.muster.agent.session.SshPlaces;
import dev.muster.agent.signal.Leaving;
import dev.muster.agent.ssh.Ssh;
import dev.muster.agent.ssh.SshName;

import picocli.CommandLine;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A call that asks agents which are there already. Closing it leaves them and their runs alone. */
abstract class AgentVerb {
    private final Terminal terminal;
    private final String name;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description =
                    "Asks the agents there, by ssh: a name of ~/.ssh/config, or user@host. Or the"
                        + " one that was paired by that name. ssh://NAME and tcp://HOST:PORT are"
                        + " clear where both have it. Default: those on this machine.")
    private String host = "";

    /**
     * @param name as it is called: "muster stop"
     */
    AgentVerb(Terminal terminal, String name) {
        this.terminal = terminal;
        this.name = name;
    }

    /** Answers the exit code. */
    abstract int act(ReachedAgents agents);

    /** What a signal that usually ends a process does. */
    void interrupted(Signal signal) {
        Leaving.with(128 + signal.number());
    }

    final int call(List<String> words) {
        DeathSignals.handle(this::interrupted);
        Map<String, String> environment = OwnEnvironment.read();
        return call(words, AgentPlaces.here(environment), environment);
    }

    final int call(List<String> words, AgentPlaces here) {
        return call(words, here, OwnEnvironment.read());
    }

    final int call(List<String> words, AgentPlaces here, Map<String, String> environment) {
        try {
            if (!CallWords.read(words, this, terminal)) return ExitCodes.OK;
        } catch (CommandLine.ParameterException e) {
            say(String.valueOf(e.getMessage()));
            return ExitCodes.USAGE;
        }
        try {
            return host.isEmpty() ? ask(here) : askThere(environment);
        } catch (CommandFailed e) {
            say(String.valueOf(e.getMessage()));
            return e.exitCode();
        }
    }

    private int ask(AgentPlaces places) {
        try (var agents = ReachedAgents.open(places, name)) {
            if (!agents.agents().isEmpty()) agents.silent().forEach(this::say);
            return act(agents);
        }
    }

    private int askThere(Map<String, String> environment) {
        return switch (HostChoice.of(host, environment)) {
            case HostChoice.Paired(var agent) ->
                    askNamed(AgentPlaces.paired(agent, MusterHome.of(environment)));
            case HostChoice.BySsh(var name) -> askBySsh(name, environment);
        };
    }

    /** The one that was named, and nobody else: when it does not answer, that is why not. */
    private int askNamed(AgentPlaces place) {
        try (var agents = ReachedAgents.open(place, name)) {
            if (agents.agents().isEmpty()) throw CommandFailed.unavailable(agents.whyNone());
            return act(agents);
        }
    }

    private int askBySsh(SshName name, Map<String, String> environment) {
        Ssh ssh =
                Ssh.find(environment)
                        .orElseThrow(() -> CommandFailed.unavailable("there is no ssh in PATH"));
        var prompts = Ssh.Prompts.of(environment, terminal.errObeys());
        try (var places = SshPlaces.open(ssh, name, prompts)) {
            return ask(places);
        } catch (IOException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        }
    }

    final Terminal terminal() {
        return terminal;
    }

    /** One line on stderr. What others say is in it, and that may be anything. */
    final void say(String sentence) {
        terminal.err().println(name + ": " + VisibleText.of(sentence));
    }
}
