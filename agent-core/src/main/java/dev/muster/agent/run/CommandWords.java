package dev.muster.agent.run;

import dev.muster.agent.command.AgentCommand;

import java.time.Duration;

/** What was asked of a run, as its journal has it. */
final class CommandWords {
    private CommandWords() {}

    static String of(AgentCommand command) {
        return switch (command) {
            case AgentCommand.Restart _ -> "restart";
            case AgentCommand.Stop(_, Duration grace) ->
                    "stop, force after %d s".formatted(grace.toSeconds());
            case AgentCommand.SaveAndStop(_, Duration grace) ->
                    "save and stop, force after %d s".formatted(grace.toSeconds());
            case AgentCommand.Leave(_, Duration grace) ->
                    "stop this agent only, force after %d s".formatted(grace.toSeconds());
            case AgentCommand.SkipWaiting _ -> "wait no longer for the other nodes";
            case AgentCommand.ForceStop _ -> "stop by force";
            case AgentCommand.SignalWorker(_, var localRank, var signal) ->
                    "%s to local rank %s".formatted(signal, localRank);
            case AgentCommand.Scale(_, var min, var max) ->
                    "scale to %d:%d nodes".formatted(min, max);
        };
    }
}
