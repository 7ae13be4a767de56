package dev.muster.agent.stacks;

import dev.muster.agent.tool.Tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The program that reads a Python's stacks from outside. Any thread; blocks. */
record PySpy(Path program) {
    private static final Duration LONGEST = Duration.ofSeconds(20);
    private static final Path PTRACE_SCOPE = Path.of("/proc/sys/kernel/yama/ptrace_scope");

    /** Beside the workers' Python, else in PATH. */
    static Optional<PySpy> find(Optional<Path> python, Map<String, String> environment) {
        return python.map(path -> path.resolveSibling("py-spy"))
                .filter(Files::isExecutable)
                .or(() -> Tool.find("py-spy", environment))
                .map(PySpy::new);
    }

    /**
     * The text of {@link StackText}.
     *
     * @throws IOException with a sentence when it cannot be had
     */
    String dump(long pid) throws IOException {
        var tool =
                new Tool(
                        List.of(program.toString(), "dump", "--json", "--pid", Long.toString(pid)),
                        LONGEST);
        Tool.Result result = tool.run();
        if (result.exitCode() != 0) {
            throw new IOException("py-spy failed: " + result.lastWord() + hint(result.talk()));
        }
        try {
            return PySpyJson.text(result.output());
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Why the system said no, where it did. */
    private static String hint(String talk) {
        if (!talk.contains("ermission") && !talk.contains("EPERM")) return "";
        String scope = scope();
        String why =
                scope.isEmpty() || scope.equals("0")
                        ? "the agent may not look into other processes"
                        : "kernel.yama.ptrace_scope is %s, so only parents may look"
                                .formatted(scope);
        return " (%s; CAP_SYS_PTRACE on py-spy would allow it)".formatted(why);
    }

    private static String scope() {
        try {
            return Files.readString(PTRACE_SCOPE).strip();
        } catch (IOException _) {
            return ""; // a kernel without Yama
        }
    }
}
