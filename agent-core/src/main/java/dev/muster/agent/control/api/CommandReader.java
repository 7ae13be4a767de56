package dev.muster.agent.control.api;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.Signal;
import dev.muster.agent.journal.Fields;
import dev.muster.agent.journal.UnreadableRecord;

import java.time.Duration;
import java.util.Optional;

/** Reads what {@link CommandJson} writes, whoever wrote it. */
public final class CommandReader {
    /** Longer than anybody waits for a worker. */
    private static final Duration LONGEST_GRACE = Duration.ofDays(7);

    private CommandReader() {}

    /**
     * Reads a command for that run. Without a round it is meant for a job of one node.
     *
     * @throws UnreadableRecord when it is none, or one of its fields is not what it should be
     */
    public static AgentCommand read(RunId run, String text) {
        Fields fields = Fields.parse(text);
        try {
            return command(run, fields);
        } catch (IllegalArgumentException e) {
            throw new UnreadableRecord(String.valueOf(e.getMessage()), e);
        }
    }

    private static AgentCommand command(RunId run, Fields fields) {
        var aim =
                new Aim(
                        run,
                        fields.integer("attempt"),
                        fields.maybe("round", fields::number).orElse(0L));
        return switch (fields.text("command")) {
            case "restart" -> new AgentCommand.Restart(aim);
            case "stop" -> new AgentCommand.Stop(aim, grace(fields));
            case "save-and-stop" -> new AgentCommand.SaveAndStop(aim, grace(fields));
            case "leave" -> new AgentCommand.Leave(aim, grace(fields));
            case "skip-waiting" -> new AgentCommand.SkipWaiting(aim);
            case "force-stop" -> new AgentCommand.ForceStop(aim);
            case "scale" ->
                    new AgentCommand.Scale(aim, fields.integer("min"), fields.integer("max"));
            case "signal" ->
                    new AgentCommand.SignalWorker(
                            aim, new LocalRank(fields.integer("localRank")), signal(fields));
            case String other ->
                    throw new UnreadableRecord(
                            "command: found \"%s\", expected one that this agent knows"
                                    .formatted(Words.shortened(other)));
        };
    }

    private static Duration grace(Fields fields) {
        Duration grace = fields.seconds("grace");
        if (grace.isNegative() || grace.compareTo(LONGEST_GRACE) > 0) {
            throw new UnreadableRecord(
                    "grace: found %d s, expected 0 to %d"
                            .formatted(grace.toSeconds(), LONGEST_GRACE.toSeconds()));
        }
        return grace;
    }

    private static Signal signal(Fields fields) {
        Optional<Signal> signal = Signal.named(fields.text("signal"));
        return signal.orElseThrow(
                () ->
                        new UnreadableRecord(
                                "signal: found \"%s\", expected a name such as SIGUSR1"
                                        .formatted(Words.shortened(fields.text("signal")))));
    }
}
