package dev.muster.agent.launch;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Every flag's default from the environment: {@code --max-restarts} from {@code PET_MAX_RESTARTS};
 * a switch is on when its variable is a whole number other than 0 (spec/elastic-agent §5.1).
 */
final class PetDefaults implements IDefaultValueProvider {
    private final Map<String, String> environment;

    PetDefaults(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option)) return null;
        String value = environment.get(variable(option.longestName()));
        if (value == null || value.isEmpty()) return null;
        return FlagSpelling.takesValue(option) ? value : Boolean.toString(isOn(value));
    }

    /** A sentence for each variable that is set for a flag we do not have. */
    static List<LaunchProblem> notHereYet(Map<String, String> environment) {
        return FlagSpelling.NOT_YET.keySet().stream()
                .map(PetDefaults::variable)
                .filter(environment::containsKey)
                .sorted()
                .map(name -> name + " is set, for " + FlagSpelling.NOT_HERE_YET + "; unset it")
                .map(sentence -> new LaunchProblem(LaunchField.COMMAND_LINE, sentence))
                .toList();
    }

    private static String variable(String flag) {
        return "PET_" + flag.replaceFirst("^-+", "").replace('-', '_').toUpperCase(Locale.ROOT);
    }

    private static boolean isOn(String value) {
        return !value.strip().matches("[+-]?0+");
    }
}
