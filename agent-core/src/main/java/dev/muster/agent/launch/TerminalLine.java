package dev.muster.agent.launch;

import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LinePrefix;
import dev.muster.agent.job.StopTerms;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A command as it can be pasted into any terminal of the same machine. */
final class TerminalLine {
    private TerminalLine() {}

    static String of(JobSpec spec, Map<String, String> variables, List<String> words) {
        String set =
                assignments(variables).stream()
                        .map(each -> each + " ")
                        .collect(Collectors.joining());
        String directory = ShellWords.quote(spec.workingDirectory().toString());
        return "cd " + directory + " && " + set + ShellWords.join(words);
    }

    /** {@code NAME=value} each, in order. */
    static List<String> assignments(Map<String, String> variables) {
        return new TreeMap<>(variables)
                .entrySet().stream()
                        .map(set -> set.getKey() + "=" + ShellWords.quote(set.getValue()))
                        .toList();
    }

    /** With the line prefix, which torchrun has no flag for before 2.14. */
    static Map<String, String> withPrefix(JobSpec spec) {
        var variables = new TreeMap<>(spec.environment());
        String prefix = spec.streams().prefix().template();
        if (!prefix.equals(LinePrefix.DEFAULT.template())) {
            variables.put(StreamChecks.PREFIX_VARIABLE, prefix);
        }
        return variables;
    }

    /** And with the grace, which others than torchrun have no flag for. */
    static Map<String, String> withPrefixAndGrace(JobSpec spec) {
        var variables = withPrefix(spec);
        if (!spec.stopping().grace().equals(StopTerms.DEFAULT_GRACE)) {
            variables.put(
                    StopChecks.GRACE_VARIABLE, TorchrunWords.wholeSeconds(spec.stopping().grace()));
        }
        return variables;
    }
}
