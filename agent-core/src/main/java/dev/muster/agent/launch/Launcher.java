package dev.muster.agent.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The words of a shell command that start torchrun, muster or a launcher that has torchrun do it.
 *
 * @param python the interpreter the words name, by path or name; empty when they name none
 * @param rankArgument how the launcher tells each worker its local rank as its first argument;
 *     empty where it does not
 * @param flagsAndScript everything after the launcher's own words, in torchrun's
 * @param environment what the launcher sets for the workers
 * @param problems what of the launcher's own words cannot be taken over
 */
record Launcher(
        String python,
        Optional<String> rankArgument,
        List<String> flagsAndScript,
        Map<String, String> environment,
        List<String> problems) {
    /** Words before a command that change nothing about what is run. */
    static final Set<String> HARMLESS_PREFIXES = Set.of("env", "exec", "nohup", "time", "command");

    private static final Pattern PYTHON = Pattern.compile("python[0-9.]*");
    private static final String LAUNCH = "torch.distributed.launch";

    /** The modules of Python that are launchers, and the commands that are the same. */
    private static final Map<String, String> MODULES =
            Map.of(
                    "torch.distributed.run",
                    "torchrun",
                    LAUNCH,
                    LAUNCH,
                    "accelerate.commands.launch",
                    "accelerate-launch",
                    "deepspeed.launcher.runner",
                    "deepspeed");

    Launcher {
        flagsAndScript = List.copyOf(flagsAndScript);
        environment = Map.copyOf(environment);
        problems = List.copyOf(problems);
    }

    /** Empty when the words start something else. */
    static Optional<Launcher> find(List<String> words) {
        if (words.isEmpty()) return Optional.empty();
        String first = words.getFirst();
        String name = baseName(first);
        if (PYTHON.matcher(name).matches()) return inPython(first, words.subList(1, words.size()));
        return command(name, words).map(found -> found.in(pythonBeside(first)));
    }

    /** Whether the word names an interpreter. */
    static boolean isPython(String word) {
        return PYTHON.matcher(baseName(word)).matches();
    }

    /**
     * @param words from the name on
     */
    private static Optional<Launcher> command(String name, List<String> words) {
        List<String> rest = words.subList(1, words.size());
        String second = rest.isEmpty() ? "" : rest.getFirst();
        return switch (name) {
            case "torchrun" -> Optional.of(of(rest, Optional.empty()));
            case LAUNCH -> Optional.of(of(rest, Optional.of("--local-rank")));
            case "accelerate-launch" ->
                    Optional.of(of(AccelerateWords.translate(rest), Optional.empty()));
            case "accelerate" ->
                    second.equals("launch") ? command("accelerate-launch", rest) : Optional.empty();
            case "deepspeed" ->
                    Optional.of(
                            of(
                                    DeepspeedWords.translate(rest),
                                    Optional.of(DeepspeedWords.RANK_ARGUMENT)
                                            .filter(_ -> DeepspeedWords.saysRank(rest))));
            case "muster" ->
                    Set.of("run", "open").contains(second)
                            ? Optional.of(of(rest.subList(1, rest.size()), Optional.empty()))
                            : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Launcher of(List<String> flagsAndScript, Optional<String> rankArgument) {
        return new Launcher("", rankArgument, flagsAndScript, Map.of(), List.of());
    }

    static Launcher of(Translation torchrun, Optional<String> rankArgument) {
        return new Launcher(
                "", rankArgument, torchrun.words(), torchrun.environment(), torchrun.problems());
    }

    /** The same, run by this interpreter. */
    Launcher in(String interpreter) {
        return new Launcher(interpreter, rankArgument, flagsAndScript, environment, problems);
    }

    private Launcher with(List<String> moreProblems) {
        var all = new ArrayList<>(moreProblems);
        all.addAll(problems);
        return new Launcher(python, rankArgument, flagsAndScript, environment, all);
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
                return Optional.ofNullable(MODULES.get(name))
                        .flatMap(command -> command(command, words.subList(module, words.size())))
                        .map(found -> found.in(python).with(problems));
            }
            if (!word.startsWith("-")) {
                if (!Set.of("torchrun", "deepspeed", "accelerate").contains(baseName(word))) {
                    return Optional.empty();
                }
                return command(baseName(word), words.subList(i, words.size()))
                        .map(found -> found.in(python).with(problems));
            }
            if (!word.equals("-u")) { // workers are unbuffered anyway
                problems.add("Python's %s is left out; set it in the script".formatted(word));
            }
        }
        return Optional.empty();
    }

    /** A launcher named by its path belongs to the environment whose python3 lies beside it. */
    private static String pythonBeside(String launcher) {
        int slash = launcher.lastIndexOf('/');
        boolean ours = baseName(launcher).equals("muster");
        return slash < 0 || ours ? "" : launcher.substring(0, slash + 1) + "python3";
    }

    private static String baseName(String word) {
        Path name = word.indexOf('\0') >= 0 ? null : Path.of(word).getFileName();
        return name == null ? "" : name.toString();
    }
}
