package dev.muster.agent.cli;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The calls that ask agents which are there already, by their names. */
final class AgentVerbs {
    /**
     * One of them.
     *
     * @param purpose for the list of a shell
     */
    record Verb(String name, String purpose, Function<Terminal, AgentVerb> on) {}

    static final List<Verb> ALL =
            List.of(
                    new Verb(
                            "ps",
                            "List the runs",
                            terminal -> new PsCommand(terminal, InstantSource.system())),
                    new Verb("watch", "Tell what happens in a run", WatchCommand::new),
                    new Verb("logs", "Show what workers printed", LogsCommand::new),
                    new Verb("attach", "Show a run as run does", AttachCommand::new),
                    new Verb("stacks", "Show where workers stand", StacksCommand::new),
                    new Verb("stop", "End a run", StopCommand::new),
                    new Verb("restart", "Start a run's workers anew", RestartCommand::new),
                    new Verb("scale", "Set how many nodes a job has", ScaleCommand::new),
                    new Verb("signal", "Send a worker a signal", SignalCommand::new));

    private AgentVerbs() {}

    static Optional<AgentVerb> named(String name, Terminal terminal) {
        return ALL.stream()
                .filter(verb -> verb.name().equals(name))
                .findFirst()
                .map(verb -> verb.on().apply(terminal));
    }
}
