package dev.muster.gui.fleet;

import dev.muster.agent.fleet.Attachments;
import dev.muster.agent.fleet.PlaceId;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.PairedAgent;
import dev.muster.agent.pairing.PairingCode;
import dev.muster.agent.session.ObservedJob;
import dev.muster.gui.fleet.AttachViewModel.Offer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Brings what is to be attached to the fleet, and knows what there is to offer. */
record AttachWays(Attachments attachments) implements AttachViewModel.Ways {
    private static final Logger LOG = LoggerFactory.getLogger(AttachWays.class);

    /** Those we are paired with first: ssh may know many. Reads files; blocks. */
    List<Offer> offers() {
        return Stream.concat(
                        paired().stream()
                                .map(
                                        agent ->
                                                new Offer(
                                                        agent.name(),
                                                        "paired, " + agent.role().word(),
                                                        "tcp://" + agent.address())),
                        attachments.aliases().stream().map(name -> new Offer(name, "ssh", name)))
                .toList();
    }

    private List<PairedAgent> paired() {
        try {
            return attachments.paired();
        } catch (IOException e) {
            LOG.warn("the paired agents are not offered: {}", e.toString());
            return List.of();
        }
    }

    @Override
    public PlaceId machine(String target) throws IOException {
        return attachments.attach(target);
    }

    @Override
    public CompletionStage<PlaceId> agent(AgentAddress address, PairingCode code) {
        return attachments.pair(address, code);
    }

    @Override
    public PlaceId job(ObservedJob job) {
        return attachments.attach(job);
    }
}
