package dev.muster.agent.launch;

import static dev.muster.agent.launch.LaunchField.ARGUMENTS;
import static dev.muster.agent.launch.LaunchField.PYTHON;
import static dev.muster.agent.launch.LaunchField.SCRIPT;

import dev.muster.agent.function.JsonText;
import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.LocalRank;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** What is run, and the interpreter that runs it. */
final class ProgramChecks {
    /** What Python's interpreter takes for a name of its standard input. */
    static final String PIPED = "-";

    private static final Pattern MODULE_NAME = Pattern.compile("[^\\s./]+(\\.[^\\s./]+)*");

    private final LaunchDraft draft;
    private final Machine machine;
    private final Findings findings;
    private final FileChecks files;

    ProgramChecks(LaunchDraft draft, Machine machine, Findings findings, FileChecks files) {
        this.draft = draft;
        this.machine = machine;
        this.findings = findings;
        this.files = files;
    }

    /** What is run; empty, and said why, when that cannot be. */
    Optional<Entrypoint> entrypoint() {
        String text = draft.text(SCRIPT);
        if (text.isEmpty()) {
            findings.add(
                    SCRIPT,
                    switch (draft.kind()) {
                        case SCRIPT -> "nothing is given, expected a Python file to run";
                        case MODULE -> "nothing is given, expected a Python module to run";
                        case PROGRAM -> "nothing is given, expected a program to run";
                        case FUNCTION -> "nothing is given, expected a Python function to call";
                        case JAVA_FUNCTION -> "nothing is given, expected a Java method to call";
                    });
            return Optional.empty();
        }
        return switch (draft.kind()) {
            case SCRIPT -> text.equals(PIPED) ? piped() : script(machine.withHome(text));
            case MODULE -> Optional.of(module(text));
            case PROGRAM -> program(text);
            case FUNCTION -> function(() -> Entrypoint.Function.parse(text));
            case JAVA_FUNCTION -> function(() -> Entrypoint.JavaFunction.parse(text));
        };
    }

    private Optional<Entrypoint> piped() {
        if (machine.hasInput()) return Optional.of(new Entrypoint.Script(PIPED));
        findings.add(
                SCRIPT,
                "found -, which is the script that is piped into muster run; expected a Python"
                        + " file");
        return Optional.empty();
    }

    /** It is looked for where the first worker will, and keeps the name it was given. */
    private Optional<Entrypoint> script(String name) {
        Optional<Path> file = files.path(SCRIPT, WorkerCommand.substitute(name, new LocalRank(0)));
        file.filter(files::canBeJudged).ifPresent(this::checkScript);
        // the interpreter would take it for a flag
        return file.map(_ -> new Entrypoint.Script(name.startsWith("-") ? "./" + name : name));
    }

    private void checkScript(Path file) {
        if (!Files.exists(file)) {
            findings.add(
                    SCRIPT,
                    "there is nothing at %s, expected a Python file; check the name and the working"
                                    .formatted(file)
                            + " directory");
        } else if (Files.isDirectory(file) && !Files.exists(file.resolve("__main__.py"))) {
            findings.add(SCRIPT, "%s is a folder, expected a Python file".formatted(file));
        } else if (!machine.access().readable(file)) {
            findings.add(
                    SCRIPT,
                    "%s may not be read by this user, expected a file that may".formatted(file));
        }
    }

    private Entrypoint module(String name) {
        if (!MODULE_NAME.matcher(name).matches() || name.endsWith(".py")) {
            findings.add(
                    SCRIPT,
                    "found \"%s\", expected a module's name, like package.train".formatted(name));
        }
        return new Entrypoint.Module(name);
    }

    private Optional<Entrypoint> program(String command) {
        return runnable(SCRIPT, command, "program")
                .map(_ -> new Entrypoint.Program(machine.withHome(command)));
    }

    private Optional<Entrypoint> function(Supplier<Entrypoint> reading) {
        for (String argument : WorkerCommand.arguments(draft.arguments(), new LocalRank(0))) {
            if (JsonText.isOneValue(argument)) continue;
            findings.add(
                    ARGUMENTS,
                    "found %s, expected JSON values; a text is written as '\"text\"'"
                            .formatted(argument));
        }
        try {
            return Optional.of(reading.get());
        } catch (IllegalArgumentException e) {
            findings.add(SCRIPT, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** The interpreter; empty where none is needed, or, and said why, where none can be had. */
    Optional<Path> python() {
        if (!draft.kind().needsPython()) return Optional.empty();
        String typed = draft.text(PYTHON);
        if (!typed.isEmpty()) return runnable(PYTHON, typed, "Python interpreter");
        Optional<String> named = machine.variable("PYTHON_EXEC");
        if (named.isPresent()) {
            return runnable(PYTHON, named.get(), "Python interpreter in PYTHON_EXEC");
        }
        Optional<Path> usual = machine.programInPath("python3");
        if (usual.isEmpty()) {
            findings.add(
                    PYTHON,
                    "there is no python3 in PATH, expected a Python 3; install one, or name it"
                            + " here");
        }
        return usual;
    }

    /** A path, or a name in PATH, of something that can be executed. */
    private Optional<Path> runnable(LaunchField field, String command, String what) {
        if (!command.contains("/") && !command.startsWith("~")) {
            Optional<Path> found = machine.programInPath(command);
            if (found.isEmpty()) {
                findings.add(
                        field,
                        "there is no \"%s\" in PATH, expected a %s; check the name, or give its"
                                        .formatted(command, what)
                                + " full path");
            }
            return found;
        }
        Optional<Path> file = files.path(field, command);
        file.filter(files::canBeJudged).ifPresent(path -> checkRunnable(field, path, what));
        return file;
    }

    private void checkRunnable(LaunchField field, Path file, String what) {
        if (!Files.exists(file)) {
            findings.add(field, "there is nothing at %s, expected a %s".formatted(file, what));
        } else if (Files.isDirectory(file)) {
            findings.add(field, "%s is a folder, expected a %s".formatted(file, what));
        } else if (!machine.access().executable(file)) {
            findings.add(
                    field,
                    "%s is not executable, expected a %s; chmod +x makes it so"
                            .formatted(file, what));
        }
    }
}
