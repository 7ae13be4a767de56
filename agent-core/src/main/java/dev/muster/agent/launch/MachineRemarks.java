package dev.muster.agent.launch;

import dev.muster.agent.diagnose.DiskSpace;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.rendezvous.RendezvousEndpoint;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What about this machine may be in the way of a launch that is right otherwise: room for logs, and
 * names. None of it keeps anything from starting, since both may be mended at any time. Disks and
 * name services are asked, which may take seconds. Any thread but one that people wait for.
 */
public final class MachineRemarks {
    /** What a name service says. */
    interface Names {
        /** The addresses of a host; none for a name that is not known. */
        List<InetAddress> of(String host);

        /** What this machine is called. */
        String own();
    }

    private final DiskSpace.Gauge disks;
    private final Names names;
    private final Path runs;

    MachineRemarks(DiskSpace.Gauge disks, Names names, Path runs) {
        this.disks = disks;
        this.names = names;
        this.runs = runs;
    }

    /** {@code runs} is where a run's own files go. */
    public static MachineRemarks onThisMachine(Path runs) {
        return new MachineRemarks(DiskSpace::of, new Service(), runs);
    }

    /** A sentence each, at the field that it is about. */
    public List<LaunchProblem> on(JobSpec spec) {
        var findings = new Findings();
        room(spec, findings);
        spec.nodes().ifPresent(nodes -> places(nodes, findings));
        return findings.sorted();
    }

    private void room(JobSpec spec, Findings findings) {
        boolean named = spec.streams().logDir().isPresent();
        Path folder = nearestExisting(spec.streams().logDir().orElse(runs));
        try {
            DiskSpace space = disks.of(folder);
            if (!space.isLow()) return;
            findings.add(
                    named ? LaunchField.LOG_DIR : LaunchField.COMMAND_LINE,
                    "the disk of %s has %s left for logs"
                            .formatted(folder, DiskSpace.inWords(space.free())));
        } catch (IOException e) {
            findings.add(
                    named ? LaunchField.LOG_DIR : LaunchField.COMMAND_LINE,
                    "how much room the disk of %s has is not known (%s)".formatted(folder, e));
        }
    }

    private static Path nearestExisting(Path folder) {
        Path at = folder.toAbsolutePath();
        while (!Files.exists(at) && at.getParent() != null) at = at.getParent();
        return at;
    }

    private void places(JobNodes nodes, Findings findings) {
        if (!nodes.endpoint().isEmpty()) {
            for (RendezvousEndpoint place : RendezvousEndpoint.parseAll(nodes.endpoint(), 0)) {
                known(LaunchField.RENDEZVOUS_ENDPOINT, place.host(), findings);
            }
        }
        if (nodes.localAddress().isPresent()) {
            known(LaunchField.LOCAL_ADDRESS, nodes.localAddress().get(), findings);
        } else {
            ownName(findings);
        }
    }

    private void known(LaunchField field, String host, Findings findings) {
        if (names.of(host).isEmpty()) {
            findings.add(
                    field,
                    "%s is a name that is not known on this machine; give one that is, or an address"
                            .formatted(host));
        }
    }

    /** The other nodes are told it. */
    private void ownName(Findings findings) {
        String own = names.own();
        List<InetAddress> addresses = names.of(own);
        if (addresses.stream().anyMatch(address -> !address.isLoopbackAddress())) return;
        findings.add(
                LaunchField.LOCAL_ADDRESS,
                "this machine's name, %s, is %s; give an address that the other nodes can reach"
                        .formatted(
                                own,
                                addresses.isEmpty()
                                        ? "not known"
                                        : addresses.getFirst().getHostAddress()));
    }

    private static final class Service implements Names {
        @Override
        public List<InetAddress> of(String host) {
            try {
                return List.of(InetAddress.getAllByName(host));
            } catch (UnknownHostException _) {
                return List.of();
            }
        }

        @Override
        public String own() {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException e) {
                String message = String.valueOf(e.getMessage()); // begins with the name
                return message.replaceFirst(":.*", "");
            }
        }
    }
}
