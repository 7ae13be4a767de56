package dev.muster.agent.launch;

/**
 * Why a launch is refused.
 *
 * @param sentence what was found, what was expected and what to do, beginning with a small letter
 *     and without a final stop. It does not name the field: the terminal puts the flag in front,
 *     the form shows it beside the field. One about {@link LaunchField#COMMAND_LINE} stands alone.
 */
public record LaunchProblem(LaunchField field, String sentence) {
    /** The line the terminal prints. */
    public String forTerminal() {
        return field == LaunchField.COMMAND_LINE ? sentence : field.flag() + ": " + sentence;
    }
}
