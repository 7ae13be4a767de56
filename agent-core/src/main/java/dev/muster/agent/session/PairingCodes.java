package dev.muster.agent.session;

import dev.muster.agent.control.api.PairingJson;
import dev.muster.agent.control.client.ControlFailure;
import dev.muster.agent.pairing.Role;

import java.io.IOException;
import java.util.concurrent.CompletionException;

/** Codes by which other machines are paired with an agent on this one. */
public final class PairingCodes {
    private PairingCodes() {}

    /**
     * Has the first of the agents here that listens for other machines make one. Waits for it.
     *
     * @throws IOException when none does; the message is a sentence for the user
     */
    public static PairingJson.Code make(AgentPlaces here, Role role) throws IOException {
        String why = "no agent of yours runs here; `muster agent --listen HOST:PORT` starts one";
        for (AgentPlace place : here.find()) {
            try (var client = place.client("muster pair")) {
                return client.pairingCode(role).join();
            } catch (CompletionException e) {
                if (!(e.getCause() instanceof ControlFailure failure)) throw e;
                why = String.valueOf(failure.getMessage());
            }
        }
        throw new IOException(why);
    }

    /**
     * Has every agent here forget the code that can still be used. Waits for it.
     *
     * @return whether there was one
     * @throws IOException when one of them cannot be asked; the message is a sentence for the user
     */
    public static boolean cancel(AgentPlaces here) throws IOException {
        boolean wasOpen = false;
        for (AgentPlace place : here.find()) {
            try (var client = place.client("muster pair")) {
                wasOpen |= client.cancelPairingCode().join();
            } catch (CompletionException e) {
                if (!(e.getCause() instanceof ControlFailure failure)) throw e;
                boolean neverHadOne =
                        failure instanceof ControlFailure.Refused refused && refused.isConflict();
                if (!neverHadOne) throw new IOException(failure.getMessage(), failure);
            }
        }
        return wasOpen;
    }
}
