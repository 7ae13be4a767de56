package dev.muster.agent.launch;

/**
 * Why a launch is refused.
 *
 * @param sentence what was found, what was expected and what to do, without naming the field: the
 *     terminal puts the flag in front, the form shows it beside the field
 */
public record LaunchProblem(LaunchField field, String sentence) {
    /** The line the terminal prints. */
    public String forTerminal() {
        return field.flag() + ": " + sentence;
    }
}
