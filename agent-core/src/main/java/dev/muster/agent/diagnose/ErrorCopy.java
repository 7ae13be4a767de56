package dev.muster.agent.diagnose;

import dev.muster.agent.job.WorkerFailure;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Hands the root cause's error file on to whoever started the agent (spec/elastic-agent §3.7): the
 * same content, with the exit code where the shape has a place for it.
 */
public final class ErrorCopy {
    private ErrorCopy() {}

    /**
     * Writes the copy over what may be there.
     *
     * @return a sentence for the user, where there is one to say
     */
    public static Optional<String> write(WorkerFailure rootCause, Path target) {
        if (rootCause.errorFile().isEmpty()) return Optional.empty();
        Path source = rootCause.errorFile().get();
        try {
            JsonNode json = JsonMapper.shared().readTree(Files.readAllBytes(source));
            if (json.path("message") instanceof ObjectNode message) {
                message.put("errorCode", rootCause.exit().pythonCode());
            }
            boolean replaced = Files.exists(target);
            Files.writeString(target, json.toString());
            return replaced
                    ? Optional.of(
                            "%s held an earlier error; it now has that of rank %s"
                                    .formatted(target, rootCause.rank()))
                    : Optional.empty();
        } catch (IOException | JacksonException e) {
            return Optional.of(
                    "the error file of rank %s could not be copied to %s: %s"
                            .formatted(rootCause.rank(), target, e.getMessage()));
        }
    }
}
