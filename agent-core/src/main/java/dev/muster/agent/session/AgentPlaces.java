package dev.muster.agent.session;

import dev.muster.agent.home.AgentSockets;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.pairing.Identity;
import dev.muster.agent.pairing.PairedAgent;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Where agents may be found: on this machine, or behind whatever leads to another. */
@FunctionalInterface
public interface AgentPlaces {
    /**
     * The agents that are there now, the oldest first.
     *
     * @throws IOException when that cannot be known; the message says why
     */
    List<AgentPlace> find() throws IOException;

    /** The agents of this user on this machine. */
    static AgentPlaces here(Map<String, String> environment) {
        return () -> AgentSockets.of(environment).present().stream().map(AgentPlace::here).toList();
    }

    /** One on another machine, to which this user's own key is shown. */
    static AgentPlaces paired(PairedAgent agent, MusterHome home) {
        return () -> List.of(AgentPlace.paired(agent, Identity.of(home)));
    }
}
