package dev.muster.agent.session;

import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What made a stage fail, without what stages wrap it in. */
final class Causes {
    private Causes() {}

    static Throwable of(Throwable failure) {
        boolean isWrapping =
                failure instanceof CompletionException || failure instanceof ExecutionException;
        return isWrapping ? Optional.ofNullable(failure.getCause()).orElse(failure) : failure;
    }
}
