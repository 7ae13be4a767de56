package dev.muster.agent.control.api;

import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.journal.Fields;
import dev.muster.agent.journal.JsonText;

/** What became of a command, as the answer to it. */
public final class OutcomeJson {
    private OutcomeJson() {}

    public static String text(CommandOutcome outcome) {
        boolean accepted = outcome instanceof CommandOutcome.Accepted;
        return JsonText.object(
                json -> {
                    if (!accepted) {
                        new Problem(409, "Refused", outcome.because()).writeTo(json);
                    }
                    json.writeBooleanProperty("accepted", accepted);
                    json.writeStringProperty("because", outcome.because());
                });
    }

    /**
     * Reads either answer.
     *
     * @throws dev.muster.agent.journal.UnreadableRecord when it is neither
     */
    public static CommandOutcome read(String text) {
        Fields fields = Fields.parse(text);
        String because = fields.text("because");
        return fields.flag("accepted")
                ? new CommandOutcome.Accepted(because)
                : new CommandOutcome.Refused(because);
    }
}
