package dev.muster.agent.session;

import dev.muster.agent.control.api.PairingJson;
import dev.muster.agent.control.client.ControlClient;
import dev.muster.agent.control.client.ControlFailure;
import dev.muster.agent.home.HostName;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.Identity;
import dev.muster.agent.pairing.KeyPin;
import dev.muster.agent.pairing.PairedAgent;
import dev.muster.agent.pairing.PairedAgents;
import dev.muster.agent.pairing.PairingCode;
import dev.muster.agent.pairing.PairingCode.Side;
import dev.muster.agent.pairing.PeerName;

import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.CompletionException;

/** Pairs this user, on this machine, with agents on others. */
public final class AgentPairing {
    private final MusterHome home;
    private final InstantSource clock;

    public AgentPairing(MusterHome home, InstantSource clock) {
        this.home = home;
        this.clock = clock;
    }

    /**
     * Shows the agent there that we have its code, has it show the same, and writes its key down.
     * Waits for all that.
     *
     * @param name what it is to be called here; with a number behind it where another is called so
     * @throws IOException when it does not come about; the message is a sentence for the user
     */
    public PairedAgent pair(AgentAddress address, PairingCode code, String name)
            throws IOException {
        Identity own = Identity.of(home);
        try {
            KeyPin key = ControlClient.keyAt(address, own);
            PairingJson.Paired paired = claim(address, key, code, own);
            if (!code.isProved(paired.proof(), Side.AGENT, key, own.pin())) {
                throw new IOException(
                        "what answers at %s does not have the code itself; it is not the agent that showed it"
                                .formatted(address));
            }
            var agent = new PairedAgent(name, address, key, paired.role(), clock.instant());
            return PairedAgents.of(home).add(agent);
        } catch (ControlFailure e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** To the one with that key only: a second look cannot find somebody else. */
    private static PairingJson.Paired claim(
            AgentAddress address, KeyPin key, PairingCode code, Identity own) throws IOException {
        String proof = code.proof(Side.CLIENT, key, own.pin());
        try (var client = ControlClient.of(address, key, own, "muster pair")) {
            return client.pair(new PairingJson.Claim(PeerName.like(HostName.read()), proof)).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof ControlFailure why) throw inWords(why, address);
            throw e;
        }
    }

    /** Nobody has shown yet to be the agent that is meant; its words are not ours. */
    private static IOException inWords(ControlFailure why, AgentAddress address) {
        String sentence =
                switch (why) {
                    case ControlFailure.Refused refused ->
                            "what answers at %s says: %s".formatted(address, refused.getMessage());
                    case ControlFailure.Distrusted distrusted when distrusted.isByAgent() ->
                            ("no code can be used at %s now: yours was used, tried in vain too"
                                            + " often, or is over; `muster pair` there makes a new"
                                            + " code")
                                    .formatted(address);
                    default -> String.valueOf(why.getMessage());
                };
        return new IOException(sentence, why);
    }
}
