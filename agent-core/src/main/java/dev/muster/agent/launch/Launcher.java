package dev.muster.agent.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The words of a shell command that start torchrun or muster.
 *
 * @param python the interpreter the words name, by path or name; empty when they name none
 * @param ranksAsArguments true for torch.distributed.launch, which tells ranks by argument
 * @param flagsAndScript everything after the launcher's own words
 * @param problems what of the launcher's own words cannot be taken over
 */
record Launcher(
        String python,
        boolean ranksAsArguments,
        List<String> flagsAndScript,
        List<String> problems) {
    /** Words before a command that change nothing about what is run. */
    static final Set<String> HARMLESS_PREFIXES = Set.of("env", "exec", "nohup", "time", "command");

    private static final Pattern PYTHON = Pattern.compile("python[0-9.]*");
    private static final String RUN = "torch.distributed.run";
    private static final String LAUNCH = "torch.distributed.launch";

    Launcher {
        flagsAndScript = List.copyOf(flagsAndScript);
        problems = List.copyOf(problems);
    }

    /** Empty when the words start something else. */
    static Optional<Launcher> find(List<String> words) {
        if (words.isEmpty()) return Optional.empty();
        String first = words.getFirst();
        List<String> rest = words.subList(1, words.size());
        String name = baseName(first);
        if (name.equals("torchrun")) {
            return Optional.of(new Launcher(pythonBeside(first), false, rest, List.of()));
        }
        boolean muster = name.equals("muster") && !rest.isEmpty();
        if (muster && Set.of("run", "open").contains(rest.getFirst())) {
            return Optional.of(new Launcher("", false, rest.subList(1, rest.size()), List.of()));
        }
        return PYTHON.matcher(name).matches() ? inPython(first, rest) : Optional.empty();
    }

    private static Optional<Launcher> inPython(String python, List<String> words) {
        var problems = new ArrayList<String>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            boolean attached = word.startsWith("-m") && word.length() > 2;
            if (word.startsWith("-m")) {
                int module = attached ? i : i + 1;
                if (module >= words.size()) return Optional.empty();
                String name = attached ? word.substring(2) : words.get(module);
                if (!name.equals(RUN) && !name.equals(LAUNCH)) return Optional.empty();
                List<String> rest = words.subList(module + 1, words.size());
                return Optional.of(new Launcher(python, name.equals(LAUNCH), rest, problems));
            }
            if (!word.startsWith("-")) {
                if (!baseName(word).equals("torchrun")) return Optional.empty();
                List<String> rest = words.subList(i + 1, words.size());
                return Optional.of(new Launcher(python, false, rest, problems));
            }
            if (!word.equals("-u")) { // workers are unbuffered anyway
                problems.add("Python's %s is left out; set it in the script".formatted(word));
            }
        }
        return Optional.empty();
    }

    /** A torchrun named by its path belongs to the environment whose python3 lies beside it. */
    private static String pythonBeside(String torchrun) {
        int slash = torchrun.lastIndexOf('/');
        return slash < 0 ? "" : torchrun.substring(0, slash + 1) + "python3";
    }

    private static String baseName(String word) {
        Path name = word.indexOf('\0') >= 0 ? null : Path.of(word).getFileName();
        return name == null ? "" : name.toString();
    }
}
