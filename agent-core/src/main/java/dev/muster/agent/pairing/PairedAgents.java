package dev.muster.agent.pairing;

import dev.muster.agent.home.MusterHome;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The list of agents on other machines that this user is paired with. Any thread. */
public final class PairedAgents {
    /** Before an address, where a name is expected. */
    private static final String SCHEME = "tcp://";

    private final PrivateFiles files;
    private final KeptList<PairedAgent> list;

    private PairedAgents(PrivateFiles files) {
        this.files = files;
        list = new KeptList<>(files, "agents", PairedAgent::read, PairedAgent::writeTo);
    }

    public static PairedAgents of(MusterHome home) {
        return new PairedAgents(new PrivateFiles(home));
    }

    /** The oldest first. */
    public List<PairedAgent> read() throws IOException {
        return list.read();
    }

    /** Whether that says where, rather than who. */
    public static boolean isAddress(String nameOrAddress) {
        return nameOrAddress.startsWith(SCHEME);
    }

    /** The one of that name, or at {@code tcp://HOST:PORT}. */
    public Optional<PairedAgent> find(String nameOrAddress) throws IOException {
        return read().stream()
                .filter(
                        agent ->
                                agent.name().equals(nameOrAddress)
                                        || nameOrAddress.equals(SCHEME + agent.address()))
                .findFirst();
    }

    /**
     * Adds one, in the place of what was at that address, or had its key and name, and answers it
     * by the name that was free: that of another agent goes on meaning that one.
     */
    public PairedAgent add(PairedAgent wanted) throws IOException {
        return files.alone(
                () -> {
                    var all = new ArrayList<>(read());
                    all.removeIf(other -> other.isReplacedBy(wanted));
                    var names = all.stream().map(PairedAgent::name).collect(Collectors.toSet());
                    PairedAgent added = wanted.called(PeerName.free(wanted.name(), names));
                    all.add(added);
                    list.write(all);
                    return added;
                });
    }
}
