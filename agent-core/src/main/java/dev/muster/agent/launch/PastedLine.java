package dev.muster.agent.launch;

import dev.muster.agent.launch.ShellLexer.Statement;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds the launcher in a pasted piece of shell, which may be a script for sbatch, and what around
 * it matters to the run.
 */
final class PastedLine {
    private static final Pattern ASSIGNMENT = Pattern.compile("(?s)([A-Za-z_]\\w*)=(.*)");
    private static final Pattern PROMPT = Pattern.compile("^\\s*[$%] ");
    private static final Pattern DIRECTIVE = Pattern.compile("#SBATCH\\s+(.*)");
    private static final Set<String> LINE_ENDS = Set.of("\n", ";", "&&", "");
    private static final Set<String> SHELLS = Set.of("bash", "sh", "/bin/bash", "/bin/sh");
    private static final String EXPECTED =
            "expected a line that begins with torchrun, python -m torch.distributed.run, muster"
                    + " run, accelerate launch, deepspeed or srun";

    private final Map<String, String> environment;
    private final Map<String, String> assigned = new HashMap<>();
    private final List<LaunchProblem> problems = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private final SlurmOptions slurm = new SlurmOptions();
    private ShellLexer lexer;
    private String directory = "";
    private String python = "";

    PastedLine(String line, Map<String, String> environment) {
        this.environment = new HashMap<>(environment);
        String text = PROMPT.matcher(line.replace("\r\n", "\n")).replaceFirst("");
        takeDirectives(text);
        lexer = new ShellLexer(text, this.environment);
    }

    private void takeDirectives(String script) {
        for (String line : script.lines().map(String::strip).toList()) {
            if (!line.isEmpty() && !line.startsWith("#")) return; // Slurm looks no further either
            var directive = DIRECTIVE.matcher(line);
            if (directive.matches())
                askSlurm(ShellWords.split(directive.group(1), Map.of()).words());
        }
    }

    /** Answers what follows Slurm's flags. */
    private List<String> askSlurm(List<String> flags) {
        List<String> rest = slurm.take(flags);
        environment.putAll(slurm.variables());
        return rest;
    }

    LaunchReading read() {
        Optional<Statement> statement = lexer.next();
        while (statement.isPresent()) {
            List<String> words = takeAssignments(statement.get().words());
            Optional<Launcher> launcher = launcher(words);
            if (launcher.isPresent()) {
                noteLeftOut();
                return reading(launcher.get(), statement.get().end());
            }
            if (!words.isEmpty() && !takesEffect(words)) leftOut.add(ShellWords.join(words));
            statement = lexer.next();
        }
        note(leftOut.isEmpty() ? "nothing to run is given, " + EXPECTED : notALauncher());
        return new LaunchReading(LaunchDraft.EMPTY, problems);
    }

    private Optional<Launcher> launcher(List<String> words) {
        if (words.isEmpty() || !words.getFirst().equals("srun")) return Launcher.find(words);
        List<String> task = askSlurm(words.subList(1, words.size()));
        slurm.variables().forEach(lexer::assign);
        if (isShell(task)) return Optional.empty();
        return Launcher.find(task).or(() -> SrunTasks.find(task, slurm));
    }

    private String notALauncher() {
        return "found \"%s\", %s".formatted(leftOut.getFirst(), EXPECTED);
    }

    /**
     * The words after {@code VAR=value}, which is remembered, and after words of no effect here.
     */
    private List<String> takeAssignments(List<String> words) {
        int from = 0;
        while (from < words.size()) {
            var assignment = ASSIGNMENT.matcher(words.get(from));
            if (assignment.matches()) {
                assign(assignment.group(1), assignment.group(2));
            } else if (!Launcher.HARMLESS_PREFIXES.contains(words.get(from))) {
                break;
            }
            from++;
        }
        return words.subList(from, words.size());
    }

    /** A value that only a shell could find is none, and whoever asks for it is told so. */
    private void assign(String name, String value) {
        if (value.contains("$(") || value.contains("`")) return;
        assigned.put(name, value);
        lexer.assign(name, value);
    }

    private boolean takesEffect(List<String> words) {
        List<String> rest = words.subList(1, words.size());
        String only = rest.size() == 1 ? rest.getFirst() : "";
        return switch (words.getFirst()) {
            case "export" -> takeAssignments(rest).isEmpty();
            case "cd" -> {
                if (!only.isEmpty()) directory = Path.of(directory).resolve(only).toString();
                yield !only.isEmpty();
            }
            case "source", "." -> {
                boolean activates = only.endsWith("/bin/activate");
                if (activates) python = only.substring(0, only.lastIndexOf('/')) + "/python3";
                yield activates;
            }
            case "srun" -> opens(slurm.take(rest));
            case "sbatch" -> {
                askSlurm(rest);
                slurm.wrapped().ifPresent(this::open);
                yield slurm.wrapped().isPresent();
            }
            default -> opens(words);
        };
    }

    private static boolean isShell(List<String> words) {
        return words.size() > 2 && SHELLS.contains(words.getFirst()) && words.get(1).endsWith("c");
    }

    private boolean opens(List<String> words) {
        if (isShell(words)) open(words.get(2));
        return isShell(words);
    }

    /** Goes on with what a shell of its own would have run. */
    private void open(String text) {
        lexer.problems().forEach(this::note);
        noteWhatFollows("");
        var variables = new HashMap<>(environment);
        variables.putAll(assigned);
        lexer = new ShellLexer(text, variables);
    }

    private LaunchReading reading(Launcher launcher, String end) {
        var variables = new HashMap<>(environment);
        variables.putAll(assigned);
        var flags = new RunFlags(variables);
        LaunchReading read = flags.parse(launcher.flagsAndScript());
        LaunchDraft draft = slurm.saving(read.draft()).withEnvironment(environmentOf(launcher));
        if (draft.text(LaunchField.PYTHON).isEmpty()) {
            draft = draft.with(LaunchField.PYTHON, pythonOf(launcher));
        }
        if (draft.text(LaunchField.WORKING_DIRECTORY).isEmpty()) {
            Path where = Path.of(slurm.directory().orElse("")).resolve(directory);
            draft = draft.with(LaunchField.WORKING_DIRECTORY, where.toString());
        }
        if (launcher.rankArgument().isPresent() && !flags.useEnv()) {
            draft = withLocalRank(draft, launcher.rankArgument().get());
        }
        problems.addAll(read.problems());
        launcher.problems().forEach(this::note);
        lexer.problems().forEach(this::note);
        slurm.leftOut().ifPresent(this::note);
        noteWhatFollows(end);
        return new LaunchReading(draft, problems);
    }

    /** What the launcher sets gives way to what was set for it. */
    private Map<String, String> environmentOf(Launcher launcher) {
        var variables = slurm.exported();
        variables.putAll(launcher.environment());
        variables.putAll(assigned);
        return variables;
    }

    /** A bare name means the one of the environment that was activated. */
    private String pythonOf(Launcher launcher) {
        boolean named = launcher.python().contains("/");
        return named || python.isEmpty() ? launcher.python() : python;
    }

    /** Some launchers hand every worker its local rank as the first argument (§5.1). */
    private static LaunchDraft withLocalRank(LaunchDraft draft, String argument) {
        var arguments = new ArrayList<String>();
        arguments.add(argument + "=${local_rank}");
        arguments.addAll(draft.arguments());
        return draft.withArguments(arguments);
    }

    private void noteWhatFollows(String end) {
        boolean anythingLeft = lexer.next().filter(rest -> !rest.words().isEmpty()).isPresent();
        if (!anythingLeft) return;
        note(
                LINE_ENDS.contains(end)
                        ? "what follows the torchrun line is left out; only that line is run here"
                        : "everything from %s on is left out; each worker's output is kept anyway"
                                .formatted(end));
    }

    private void noteLeftOut() {
        if (leftOut.isEmpty()) return;
        String statements =
                leftOut.stream()
                        .map(statement -> "\"" + statement + "\"")
                        .collect(Collectors.joining(", "));
        note(
                "%s %s left out; only the torchrun line is run here"
                        .formatted(statements, leftOut.size() == 1 ? "is" : "are"));
    }

    private void note(String sentence) {
        problems.add(new LaunchProblem(LaunchField.COMMAND_LINE, sentence));
    }
}
