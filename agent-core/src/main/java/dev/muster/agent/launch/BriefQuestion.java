package dev.muster.agent.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program asked for a few lines, with a limit on how long it may take. The caller waits. */
final class BriefQuestion {
    static final Duration LIMIT = Duration.ofSeconds(5);

    /** What came back. */
    sealed interface Answer {
        record Said(List<String> lines) implements Answer {
            public Said {
                lines = List.copyOf(lines);
            }
        }

        /** {@code reason} is a clause: "nvidia-smi is not in PATH". */
        record Nothing(String reason) implements Answer {}
    }

    private BriefQuestion() {}

    /** The first word is the program: a path, or a name in this process's PATH. */
    static Answer ask(List<String> command, Map<String, String> environment, Duration limit) {
        try {
            return answer(command, environment, limit);
        } catch (IOException _) {
            return new Answer.Nothing(command.getFirst() + " could not be started");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Answer.Nothing("asking " + command.getFirst() + " was interrupted");
        }
    }

    private static Answer answer(
            List<String> command, Map<String, String> environment, Duration limit)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (var lines = process.inputReader()) {
            process.getOutputStream().close();
            // a few lines fit into the pipe, so it is enough to read them after the end
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return nothing(command, "gave no answer within %d s".formatted(limit.toSeconds()));
            }
            return process.exitValue() == 0
                    ? new Answer.Said(lines.lines().toList())
                    : nothing(command, "failed with exit code " + process.exitValue());
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static Answer nothing(List<String> command, String what) {
        return new Answer.Nothing(command.getFirst() + " " + what);
    }
}
