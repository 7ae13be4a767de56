package dev.muster.gui;

import dev.muster.agent.fleet.Fleet;
import dev.muster.agent.session.AgentSession;

import java.time.InstantSource;
import java.util.Optional;

/**
 * What a window looks at, and what it reaches besides.
 *
 * @param reach absent where what is shown is all there is
 */
record Outlook(Fleet fleet, Optional<Reach> reach) implements AutoCloseable {
    /** Of one agent that ends with the window. */
    static Outlook on(AgentSession agent, InstantSource clock) {
        return new Outlook(Fleet.of(agent, clock), Optional.empty());
    }

    @Override
    public void close() {
        reach.ifPresent(Reach::close);
        fleet.close();
    }
}
