package dev.muster.agent.launch;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Every flag's default from the environment: {@code --max-restarts} from {@code PET_MAX_RESTARTS};
 * a switch is on when its variable is a whole number other than 0 (spec/elastic-agent §5.1).
 */
final class PetDefaults implements IDefaultValueProvider {
    private static final Pattern WHOLE = Pattern.compile("\\s*[+-]?[0-9]+\\s*");

    /** Those for which torchrun reads no variable, and those that ask for no run at all. */
    private static final Set<String> WITHOUT =
            Set.of(
                    "--help",
                    "--version",
                    "--use-env",
                    "--logs-specs",
                    "--numa-binding",
                    "--print-completion");

    private final Map<String, String> environment;

    PetDefaults(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option)) return null;
        if (WITHOUT.contains(option.longestName())) return null;
        String value = environment.get(variable(option.longestName()));
        if (value == null || value.isEmpty()) return null;
        return FlagSpelling.takesValue(option) ? value : Boolean.toString(isOn(value));
    }

    /** A sentence for each variable that is set to what it cannot be. */
    static List<LaunchProblem> problems(Map<String, String> environment) {
        return FlagGroup.switches()
                .map(PetDefaults::variable)
                .filter(name -> !isSwitchValue(environment.getOrDefault(name, "")))
                .map(
                        name ->
                                "%s: found \"%s\", expected 1 for on or 0 for off"
                                        .formatted(name, environment.get(name)))
                .sorted()
                .map(sentence -> new LaunchProblem(LaunchField.COMMAND_LINE, sentence))
                .toList();
    }

    static String variable(String flag) {
        return "PET_" + flag.replaceFirst("^-+", "").replace('-', '_').toUpperCase(Locale.ROOT);
    }

    private static boolean isSwitchValue(String value) {
        return value.isEmpty() || WHOLE.matcher(value).matches();
    }

    private static boolean isOn(String value) {
        return !value.strip().matches("[+-]?0+");
    }
}
