package dev.muster.testing;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Skips tests whose group cannot run here and writes down that it did: a line per test in {@code
 * target/left-out/<group>}, which the last module's build reads out.
 */
final class LeaveOutWhatCannotRun implements ExecutionCondition {
    private static final Path NOTES =
            Path.of(System.getProperty("muster.leftOut", "target/left-out"));

    static {
        forgetEarlierBuilds();
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        var needs =
                context.getElement()
                        .flatMap(element -> AnnotationSupport.findAnnotation(element, Needs.class));
        if (needs.isEmpty()) return ConditionEvaluationResult.enabled("needs nothing special");
        TestGroup group = needs.get().value();
        Optional<String> missing = group.missing();
        if (missing.isEmpty()) return ConditionEvaluationResult.enabled(group + " is here");
        writeDown(group, missing.get(), context);
        return ConditionEvaluationResult.disabled(missing.get());
    }

    private static void writeDown(TestGroup group, String why, ExtensionContext context) {
        String line =
                "%s\t%s\t%s\t%s%n"
                        .formatted(
                                context.getRequiredTestClass().getSimpleName(),
                                context.getDisplayName(),
                                group.need(),
                                why);
        try {
            Files.createDirectories(NOTES);
            Files.writeString(
                    NOTES.resolve(group.name()),
                    line,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot note a test left out in " + NOTES, e);
        }
    }

    private static void forgetEarlierBuilds() {
        try {
            for (var group : TestGroup.values()) {
                Files.deleteIfExists(NOTES.resolve(group.name()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot clear the notes of an earlier build", e);
        }
    }
}
