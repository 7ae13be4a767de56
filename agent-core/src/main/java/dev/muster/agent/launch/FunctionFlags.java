package dev.muster.agent.launch;

import dev.muster.agent.launch.LaunchDraft.Kind;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The flags about functions as entry points. torchrun can start functions only from Python, so all
 * but {@code --start-method} are ours; no beginning of a torchrun flag is one of theirs.
 */
@Command
final class FunctionFlags {
    private static final Set<String> START_METHODS = Set.of("spawn", "fork", "forkserver");

    @Option(
            names = "--function",
            description =
                    "The script is a Python function, package.module:function; each of ARGS is a"
                            + " JSON value.")
    private boolean function;

    @Option(
            names = "--java-function",
            description =
                    "The script is a Java method, package.Class::method, of a class in CLASSPATH;"
                            + " each of ARGS is a JSON value.")
    private boolean javaFunction;

    @Option(
            names = "--function-results",
            paramLabel = "FILE",
            description = "Where the values go that the function returns: a JSON object by rank.")
    private String results = "";

    @Option(
            names = "--start-method",
            paramLabel = "NAME",
            description =
                    "How functions get their processes: spawn, fork or forkserver. All are taken,"
                            + " and mean spawn. Default: spawn.")
    private String startMethod = "spawn";

    /** What these flags say the script is; empty when they say nothing. */
    Optional<Kind> kind() {
        if (javaFunction) return Optional.of(Kind.JAVA_FUNCTION);
        return function ? Optional.of(Kind.FUNCTION) : Optional.empty();
    }

    Optional<Path> results() {
        return results.isBlank() ? Optional.empty() : Optional.of(Path.of(results.strip()));
    }

    /**
     * @param saidOtherwise whether another flag says that the script is no function
     */
    List<LaunchProblem> problems(boolean saidOtherwise) {
        var found = new ArrayList<String>();
        boolean any = function || javaFunction;
        if (any && saidOtherwise || function && javaFunction) {
            found.add(
                    "found more than one of --module, --no-python, --function and --java-function,"
                            + " expected at most one");
        }
        if (!results.isBlank() && !any) {
            found.add(
                    "--function-results is given without --function or --java-function; nothing"
                            + " else returns a value");
        }
        if (results().filter(file -> !Files.isDirectory(folderOf(file))).isPresent()) {
            found.add(
                    "--function-results: there is no folder %s, expected one for the file"
                            .formatted(folderOf(results().get())));
        }
        if (!START_METHODS.contains(startMethod)) {
            found.add(
                    "--start-method: found \"%s\", expected spawn, fork or forkserver"
                            .formatted(startMethod));
        }
        return found.stream()
                .map(sentence -> new LaunchProblem(LaunchField.COMMAND_LINE, sentence))
                .toList();
    }

    private static Path folderOf(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return folder == null ? file : folder;
    }
}
