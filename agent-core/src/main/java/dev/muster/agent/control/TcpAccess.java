package dev.muster.agent.control;

import dev.muster.agent.home.MusterHome;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.Identity;
import dev.muster.agent.pairing.PairedClients;

import java.io.IOException;

/**
 * How far an agent opens to other machines.
 *
 * @param listen where it listens; with port 0, the system chooses one
 * @param mayLaunch whether whoever is paired as admin may start new runs
 * @param own the key by which it is known
 * @param clients who may come in
 */
public record TcpAccess(
        AgentAddress listen, boolean mayLaunch, Identity own, PairedClients clients) {
    /**
     * With this user's own key, which is made where there is none yet.
     *
     * @throws IOException when there can be none; the message is a sentence for the user
     */
    public static TcpAccess of(AgentAddress listen, boolean mayLaunch, MusterHome home)
            throws IOException {
        return new TcpAccess(listen, mayLaunch, Identity.of(home), PairedClients.of(home));
    }
}
