package dev.muster.agent.session;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerDevices;
import dev.muster.agent.job.WorkerStreams;
import dev.muster.agent.rendezvous.RendezvousEndpoint;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which job to look at.
 *
 * @param host of the store in which its nodes meet: a name or an address
 * @param rendezvousId what its agents were given as {@code --rdzv-id}; not empty
 */
public record ObservedJob(String host, int port, String rendezvousId) {
    private static final int LONGEST_RUN = 64;

    public ObservedJob {
        if (rendezvousId.isEmpty()) {
            throw new IllegalArgumentException("rendezvous id: \"\" (expected: a non-empty text)");
        }
    }

    /**
     * Reads {@code host:port}.
     *
     * @throws IllegalArgumentException with a sentence for the user when it is none
     */
    public static ObservedJob at(String store, String rendezvousId) {
        var endpoint = RendezvousEndpoint.parse(store, 0);
        if (endpoint.port() == 0) {
            throw new IllegalArgumentException(
                    "store: found \"%s\", expected host:port".formatted(store));
        }
        return new ObservedJob(endpoint.host(), endpoint.port(), rendezvousId);
    }

    String address() {
        return new RendezvousEndpoint(host, port).toString();
    }

    /** The id as far as a run can be called so. */
    RunId run() {
        String plain = rendezvousId.replaceAll("[^A-Za-z0-9._-]", "-").replaceFirst("^\\.", "-");
        return new RunId(plain.substring(0, Math.min(plain.length(), LONGEST_RUN)));
    }

    /** What can be said of it from outside: what it runs, and on how many nodes, cannot. */
    JobSpec spec() {
        var nodes = new JobNodes(1, 1, 0, "c10d", address(), Map.of(), Optional.empty());
        return new JobSpec(
                new Entrypoint.Program("job " + run()),
                Optional.empty(),
                List.of(),
                1,
                0,
                "default",
                Optional.of(rendezvousId),
                Optional.of(nodes),
                Path.of("/"),
                Map.of(),
                WorkerDevices.ALL,
                WorkerStreams.PLAIN,
                Optional.empty(),
                StopTerms.DEFAULT);
    }
}
