package dev.muster.agent.cli;

import dev.muster.agent.OwnEnvironment;
import dev.muster.agent.job.Signal;
import dev.muster.agent.session.AgentPlaces;
import dev.muster.agent.signal.Leaving;

import picocli.CommandLine;

import java.util.List;

/** A call that asks agents which are there already. Closing it leaves them and their runs alone. */
abstract class AgentVerb {
    private final Terminal terminal;
    private final String name;

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
        return call(words, AgentPlaces.here(OwnEnvironment.read()));
    }

    final int call(List<String> words, AgentPlaces places) {
        try {
            if (!CallWords.read(words, this, terminal)) return ExitCodes.OK;
        } catch (CommandLine.ParameterException e) {
            say(String.valueOf(e.getMessage()));
            return ExitCodes.USAGE;
        }
        try (var agents = ReachedAgents.open(places, name)) {
            return act(agents);
        } catch (CommandFailed e) {
            say(String.valueOf(e.getMessage()));
            return e.exitCode();
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
