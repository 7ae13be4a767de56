package dev.muster.agent.control;

import dev.muster.agent.pairing.KeyPin;
import dev.muster.agent.pairing.Role;

import java.util.Optional;

/**
 * Who is at the other end of a connection.
 *
 * @param name for the journal and the audit, as the system or its key vouches for it
 * @param key what it showed over TCP; absent on this machine
 * @param mayLaunch whether this host lets it start what was not there, if its role does
 */
record Caller(String name, Role role, Optional<KeyPin> key, boolean mayLaunch) {
    /** A process of this user's, on the Unix socket. */
    static Caller here(String name) {
        return new Caller(name, Role.ADMIN, Optional.empty(), true);
    }

    /**
     * A program of this user's is called what it calls itself, and which process it is comes after.
     * Whoever comes over TCP can say anything, so what it calls itself comes after who it is.
     */
    String calling(String itself) {
        if (itself.isEmpty()) return name;
        return key.isPresent()
                ? "%s (%s)".formatted(name, itself)
                : "%s (%s)".formatted(itself, name);
    }

    /** Why it may not ask for that; empty when it may. */
    Optional<String> whyNot(Endpoint endpoint) {
        if (!role.mayAs(endpoint.needs())) {
            return Optional.of(
                    "this needs the role %s, and yours is %s"
                            .formatted(endpoint.needs().word(), role.word()));
        }
        if (endpoint.isForHere() && key.isPresent()) {
            return Optional.of("codes are made on the agent's own machine only");
        }
        if (endpoint.launches() && !mayLaunch) {
            return Optional.of(
                    "this host takes no new runs over TCP; `muster agent --allow-launch` would");
        }
        return Optional.empty();
    }
}
