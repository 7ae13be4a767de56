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

/** Finds the launcher in a pasted piece of shell, and what around it matters to the run. */
final class PastedLine {
    private static final Pattern ASSIGNMENT = Pattern.compile("(?s)([A-Za-z_]\\w*)=(.*)");
    private static final Pattern PROMPT = Pattern.compile("^\\s*[$%] ");
    private static final Set<String> LINE_ENDS = Set.of("\n", ";", "&&", "");
    private static final String EXPECTED =
            "expected a line that begins with torchrun, python -m torch.distributed.run or muster"
                    + " run";

    private final ShellLexer lexer;
    private final Map<String, String> environment;
    private final Map<String, String> assigned = new HashMap<>();
    private final List<LaunchProblem> problems = new ArrayList<>();
    private String directory = "";

    PastedLine(String line, Map<String, String> environment) {
        String text = PROMPT.matcher(line.replace("\r\n", "\n")).replaceFirst("");
        lexer = new ShellLexer(text, environment);
        this.environment = environment;
    }

    LaunchReading read() {
        var before = new ArrayList<String>();
        Optional<Statement> statement = lexer.next();
        while (statement.isPresent()) {
            List<String> words = takeAssignments(statement.get().words());
            Optional<Launcher> launcher = Launcher.find(words);
            if (launcher.isPresent()) {
                before.forEach(this::noteLeftOut);
                return reading(launcher.get(), statement.get().end());
            }
            if (!words.isEmpty() && !takesEffect(words)) before.add(ShellWords.join(words));
            statement = lexer.next();
        }
        note(before.isEmpty() ? "nothing to run is given, " + EXPECTED : notALauncher(before));
        return new LaunchReading(LaunchDraft.EMPTY, problems);
    }

    private static String notALauncher(List<String> statements) {
        return "found \"%s\", %s".formatted(statements.getFirst(), EXPECTED);
    }

    /**
     * The words after {@code VAR=value}, which is remembered, and after words of no effect here.
     */
    private List<String> takeAssignments(List<String> words) {
        int from = 0;
        while (from < words.size()) {
            var assignment = ASSIGNMENT.matcher(words.get(from));
            if (assignment.matches()) {
                assigned.put(assignment.group(1), assignment.group(2));
                lexer.assign(assignment.group(1), assignment.group(2));
            } else if (!Launcher.HARMLESS_PREFIXES.contains(words.get(from))) {
                break;
            }
            from++;
        }
        return words.subList(from, words.size());
    }

    private boolean takesEffect(List<String> words) {
        if (words.getFirst().equals("export")) {
            return takeAssignments(words.subList(1, words.size())).isEmpty();
        }
        if (words.getFirst().equals("cd") && words.size() == 2) {
            directory = Path.of(directory).resolve(words.get(1)).toString();
            return true;
        }
        return false;
    }

    private LaunchReading reading(Launcher launcher, String end) {
        var variables = new HashMap<>(environment);
        variables.putAll(assigned);
        var flags = new RunFlags(variables);
        LaunchReading read = flags.parse(launcher.flagsAndScript());
        LaunchDraft draft = read.draft().withEnvironment(assigned);
        if (draft.text(LaunchField.PYTHON).isEmpty()) {
            draft = draft.with(LaunchField.PYTHON, launcher.python());
        }
        if (draft.text(LaunchField.WORKING_DIRECTORY).isEmpty()) {
            draft = draft.with(LaunchField.WORKING_DIRECTORY, directory);
        }
        if (launcher.ranksAsArguments() && !flags.useEnv()) draft = withLocalRank(draft);
        problems.addAll(read.problems());
        launcher.problems().forEach(this::note);
        lexer.problems().forEach(this::note);
        noteWhatFollows(end);
        return new LaunchReading(draft, problems);
    }

    /** torch.distributed.launch hands every worker its local rank as the first argument (§5.1). */
    private static LaunchDraft withLocalRank(LaunchDraft draft) {
        var arguments = new ArrayList<String>();
        arguments.add("--local-rank=${local_rank}");
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

    private void noteLeftOut(String statement) {
        note("\"%s\" is left out; only the torchrun line is run here".formatted(statement));
    }

    private void note(String sentence) {
        problems.add(new LaunchProblem(LaunchField.COMMAND_LINE, sentence));
    }
}
