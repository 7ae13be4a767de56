package dev.muster.agent.launch;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The flags that torchrun takes no empty value for, from the line or from their variable. An empty
 * field of a form means that nothing was given; a line has said it, most likely with a shell
 * variable that is not set.
 */
final class EmptyValues {
    private static final String RENDEZVOUS = "--rdzv-backend";

    private static final List<String> NEVER_EMPTY =
            List.of(
                    "--nnodes",
                    "--nproc-per-node",
                    "--node-rank",
                    "--master-port",
                    "--max-restarts",
                    "--monitor-interval",
                    "--shutdown-timeout",
                    RENDEZVOUS);

    private EmptyValues() {}

    /**
     * @param given the values of the line's flags
     * @param standalone no backend counts beside it
     */
    static List<LaunchProblem> problems(
            Map<String, String> given, Map<String, String> environment, boolean standalone) {
        return NEVER_EMPTY.stream()
                .filter(flag -> !standalone || !flag.equals(RENDEZVOUS))
                .flatMap(flag -> emptied(flag, given, environment).stream())
                .map(name -> name + ": found \"\", expected a value; give one, or leave it out")
                .map(sentence -> new LaunchProblem(LaunchField.COMMAND_LINE, sentence))
                .toList();
    }

    /** By what name it is empty. The variable says nothing where the flag is given. */
    private static Optional<String> emptied(
            String flag, Map<String, String> given, Map<String, String> environment) {
        boolean inLine = given.containsKey(flag);
        String name = inLine ? flag : PetDefaults.variable(flag);
        String value = (inLine ? given : environment).getOrDefault(name, "absent");
        return Optional.of(name).filter(_ -> value.isBlank());
    }
}
