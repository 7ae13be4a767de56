package dev.muster.agent.control.api;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.journal.JsonText;

import tools.jackson.core.JsonGenerator;

import java.time.Duration;

/** A command as the body of a request. Its run is in the path. */
public final class CommandJson {
    private CommandJson() {}

    public static String text(AgentCommand command) {
        return JsonText.object(json -> write(json, command));
    }

    /** The word by which the body names the command. */
    static String word(AgentCommand command) {
        return switch (command) {
            case AgentCommand.Restart _ -> "restart";
            case AgentCommand.Stop _ -> "stop";
            case AgentCommand.SaveAndStop _ -> "save-and-stop";
            case AgentCommand.Leave _ -> "leave";
            case AgentCommand.SkipWaiting _ -> "skip-waiting";
            case AgentCommand.ForceStop _ -> "force-stop";
            case AgentCommand.Scale _ -> "scale";
            case AgentCommand.SignalWorker _ -> "signal";
        };
    }

    private static void write(JsonGenerator json, AgentCommand command) {
        json.writeStringProperty("command", word(command));
        json.writeNumberProperty("attempt", command.aim().attempt());
        json.writeNumberProperty("round", command.aim().round());
        switch (command) {
            case AgentCommand.Stop(_, var grace) -> grace(json, grace);
            case AgentCommand.SaveAndStop(_, var grace) -> grace(json, grace);
            case AgentCommand.Leave(_, var grace) -> grace(json, grace);
            case AgentCommand.Scale(_, var min, var max) -> {
                json.writeNumberProperty("min", min);
                json.writeNumberProperty("max", max);
            }
            case AgentCommand.SignalWorker(_, var localRank, var signal) -> {
                json.writeNumberProperty("localRank", localRank.value());
                json.writeStringProperty("signal", signal.name());
            }
            case AgentCommand.Restart _, AgentCommand.SkipWaiting _, AgentCommand.ForceStop _ -> {
                // the word says it all
            }
        }
    }

    private static void grace(JsonGenerator json, Duration grace) {
        json.writeNumberProperty("grace", grace.toMillis() / 1000.0);
    }
}
