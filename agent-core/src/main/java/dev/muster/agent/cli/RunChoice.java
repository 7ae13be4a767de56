package dev.muster.agent.cli;

import dev.muster.agent.cli.ReachedAgents.Found;
import dev.muster.agent.event.Phase;

import picocli.CommandLine.Parameters;

import java.util.List;
import java.util.stream.Collectors;

/** Which run a command is for: the only word that most of them take. */
final class RunChoice {
    static final String LABEL = "RUN";
    static final String DESCRIPTION =
            "Which run: its id, or how that begins. Default: the only one that is not over, or the"
                    + " only one.";

    /** An agent that was started anew has none of those before. */
    private static final String ELSEWHERE = "; `muster history` lists those of the past";

    @Parameters(index = "0", arity = "0..1", paramLabel = LABEL, description = DESCRIPTION)
    private String beginning = "";

    /** How its id begins; empty where the call does not say. */
    String beginning() {
        return beginning;
    }

    /**
     * @throws CommandFailed when that is none, or more than one
     */
    Found among(ReachedAgents agents) {
        return among(agents, beginning);
    }

    /**
     * @param beginning of its id; empty where none was given
     * @throws CommandFailed when that is none, or more than one
     */
    static Found among(ReachedAgents agents, String beginning) {
        if (agents.agents().isEmpty()) {
            throw CommandFailed.unavailable(agents.whyNone());
        }
        List<Found> all = agents.runs();
        List<Found> named = all.stream().filter(one -> id(one).startsWith(beginning)).toList();
        List<Found> exact = named.stream().filter(one -> id(one).equals(beginning)).toList();
        List<Found> going = named.stream().filter(one -> one.run().phase() != Phase.ENDED).toList();
        for (List<Found> candidates : List.of(exact, beginning.isEmpty() ? going : named, named)) {
            if (candidates.size() == 1) return candidates.getFirst();
        }
        if (all.isEmpty()) throw CommandFailed.refused("no agent has a run" + ELSEWHERE);
        if (named.isEmpty()) {
            throw CommandFailed.refused(
                    "no agent has a run called \"%s\", but %s%s"
                            .formatted(beginning, ids(all), ELSEWHERE));
        }
        throw CommandFailed.misused("which run? There is " + ids(going.isEmpty() ? named : going));
    }

    private static String ids(List<Found> runs) {
        return runs.stream().map(RunChoice::id).collect(Collectors.joining(", "));
    }

    private static String id(Found found) {
        return found.run().run().value();
    }
}
