package dev.muster.agent.launch;

import static dev.muster.agent.launch.LaunchField.MASTER_ADDRESS;
import static dev.muster.agent.launch.LaunchField.MASTER_PORT;
import static dev.muster.agent.launch.LaunchField.NODES;
import static dev.muster.agent.launch.LaunchField.NODE_RANK;
import static dev.muster.agent.launch.LaunchField.RENDEZVOUS;
import static dev.muster.agent.launch.LaunchField.RENDEZVOUS_ENDPOINT;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a launch says of nodes that are told their places, and nothing comes of, because these find
 * each other. torchrun warns of it and goes on.
 */
public final class NodeRemarks {
    private NodeRemarks() {}

    /** A sentence each, fit to be shown as it is. */
    public static List<String> on(LaunchDraft draft) {
        if (isTold(draft)) return List.of();
        var remarks = new ArrayList<String>();
        String why = isAlone(draft) ? "with other nodes" : "with --rdzv-backend static";
        if (!draft.text(MASTER_ADDRESS).isEmpty()
                && !isAlone(draft)
                && draft.text(RENDEZVOUS_ENDPOINT).isEmpty()) {
            remarks.add(
                    "--master-addr %s is not looked at: it says where nodes meet %s only, and"
                                    .formatted(draft.text(MASTER_ADDRESS), why)
                            + " --rdzv-endpoint everywhere");
        }
        if (!Set.of("", "0").contains(draft.text(NODE_RANK))) {
            remarks.add(
                    "--node-rank %s is not looked at: nodes have the ranks they are told %s only"
                            .formatted(draft.text(NODE_RANK), why));
        }
        return List.copyOf(remarks);
    }

    /** Whether the nodes go by the ranks they are told. One that meets nobody does not. */
    static boolean isTold(LaunchDraft draft) {
        return isStatic(draft) && !isAlone(draft);
    }

    private static boolean isAlone(LaunchDraft draft) {
        return isStatic(draft)
                && Set.of("", "1", "1:1").contains(draft.text(NODES))
                && draft.text(RENDEZVOUS_ENDPOINT).isEmpty()
                && draft.text(MASTER_PORT).isEmpty();
    }

    private static boolean isStatic(LaunchDraft draft) {
        return Set.of("", "static").contains(draft.text(RENDEZVOUS));
    }
}
