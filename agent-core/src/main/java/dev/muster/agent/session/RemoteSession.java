package dev.muster.agent.session;

import dev.muster.agent.pairing.Role;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Agents on another machine, and what can be asked of the way there. */
public interface RemoteSession extends AgentSession {
    /** What keeps a machine that is reached from running anything. */
    sealed interface Lack {
        /** In a sentence, with what helps. */
        String sentence();

        /** Muster itself is not there. */
        record Muster(String sentence) implements Lack {}

        /** No agent runs there; {@link #startAgent} can mend that. */
        record Agent(String sentence) implements Lack {}
    }

    /** What we may do there, as far as is known: all of it where it is this user's own login. */
    default Role role() {
        return Role.ADMIN;
    }

    /** What is missing there, as it was seen last. */
    Optional<Lack> lack();

    /** Does not wait for the next try, and lets whoever leads there ask again. */
    void tryNow();

    /**
     * Starts an agent over there that stays, where none does; only when somebody agreed to that.
     * Completes with a sentence, or fails with an exception whose message is one.
     */
    CompletionStage<String> startAgent();
}
