package dev.muster.agent.pairing;

import java.time.Duration;
import java.time.Instant;

/**
 * A code that was shown and not used yet.
 *
 * @param role what whoever has it may do from then on
 * @param until when it is worth nothing any more
 * @param triesLeft how many wrong proofs it still survives
 */
public record PairingOffer(PairingCode code, Role role, Instant until, int triesLeft) {
    /** How long a code can be used. */
    public static final Duration LIFE = Duration.ofMinutes(10);

    /**
     * How often it may be tried in vain, by all together: hopeless against 128 bits, and more than
     * a stranger can use up before whom the code is for has it typed.
     */
    public static final int TRIES = 200;

    /** The same, from one address: enough for somebody who mistypes. */
    public static final int TRIES_OF_ONE = 5;

    /** A new one, as of now. */
    public static PairingOffer of(PairingCode code, Role role, Instant now) {
        return new PairingOffer(code, role, now.plus(LIFE), TRIES);
    }

    public boolean isOpen(Instant now) {
        return triesLeft > 0 && now.isBefore(until);
    }

    /** Whether it is the same code, however often that was tried. */
    public boolean isSameAs(PairingOffer other) {
        return code.equals(other.code);
    }

    /** Whether that client, of which we see that key, has the code. */
    public boolean isProved(String proof, KeyPin agent, KeyPin client) {
        return code.isProved(proof, PairingCode.Side.CLIENT, agent, client);
    }

    /** After a proof that was none. */
    public PairingOffer afterWrongProof() {
        return new PairingOffer(code, role, until, triesLeft - 1);
    }
}
