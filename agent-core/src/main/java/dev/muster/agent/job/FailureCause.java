package dev.muster.agent.job;

import java.util.Optional;

/** Why a worker failed, as far as what it left behind and the system's counters tell. */
public sealed interface FailureCause {
    /**
     * An exception that nobody caught.
     *
     * @param exception the line that names it
     */
    record Raised(String exception) implements FailureCause {}

    /**
     * It could not write: mostly its disk is full.
     *
     * @param evidence by what that is known, as the end of a sentence
     */
    record WriteFailed(String evidence) implements FailureCause {}

    /** It ended with a code of its own and no word about why. */
    record Exited() implements FailureCause {}

    /**
     * The system killed it for want of memory.
     *
     * @param proof which counter says so
     */
    record OutOfMemory(String proof) implements FailureCause {}

    /**
     * A signal that the agent did not send.
     *
     * @param told what the worker, or the counters, say of it; absent when nobody says anything
     */
    record Signalled(Optional<String> told) implements FailureCause {}

    /**
     * A timer of its own ran out, and the agent ended it for that.
     *
     * @param timer the timer's scope, as the worker named it
     */
    record TimedOut(String timer) implements FailureCause {}

    /** An exception that only says that another worker is gone. */
    record LostPeer(String exception) implements FailureCause {}

    /** The agent had asked it to end. */
    record Stopped() implements FailureCause {}

    /** What can be said beyond how it ended, as the end of a sentence. */
    default Optional<String> inWords() {
        return switch (this) {
            case Raised(var exception) -> Optional.of(exception);
            case LostPeer(var exception) -> Optional.of(exception);
            case WriteFailed(var evidence) -> Optional.of(evidence);
            case OutOfMemory(var proof) -> Optional.of("out of memory: " + proof);
            case Signalled(var told) -> told;
            case TimedOut(var timer) -> Optional.of("its timer %s ran out".formatted(timer));
            case Exited _, Stopped _ -> Optional.empty();
        };
    }
}
