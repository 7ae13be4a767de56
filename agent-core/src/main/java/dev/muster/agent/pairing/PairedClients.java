package dev.muster.agent.pairing;

import dev.muster.agent.home.MusterHome;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The list of those who may control this user's agents from elsewhere. Any thread. */
public final class PairedClients {
    private final PrivateFiles files;
    private final KeptList<PairedClient> list;

    private PairedClients(PrivateFiles files) {
        this.files = files;
        list = new KeptList<>(files, "clients", PairedClient::read, PairedClient::writeTo);
    }

    public static PairedClients of(MusterHome home) {
        return new PairedClients(new PrivateFiles(home));
    }

    /** The folder that changes when the list does; it is there. */
    Path folder() throws IOException {
        return files.folder();
    }

    /**
     * Everybody, those who may no more among them; the oldest first.
     *
     * @throws IOException when it cannot be known; nobody may then
     */
    public List<PairedClient> read() throws IOException {
        return list.read();
    }

    /**
     * Adds one, in the place of an earlier one with that key, and answers it by the name that was
     * free.
     *
     * @throws IOException when that cannot be written; it is not paired then
     */
    public PairedClient add(PairedClient wanted) throws IOException {
        return files.alone(
                () -> {
                    var others = new ArrayList<>(read());
                    others.removeIf(other -> other.key().equals(wanted.key()));
                    var names = others.stream().map(PairedClient::name).collect(Collectors.toSet());
                    PairedClient added = wanted.called(PeerName.free(wanted.name(), names));
                    others.add(added);
                    list.write(others);
                    return added;
                });
    }

    /**
     * Takes from one what it may, by its name or its key.
     *
     * @return who it was; empty when there is none, or it may nothing already
     */
    public Optional<PairedClient> revoke(String nameOrKey, Instant when) throws IOException {
        return files.alone(
                () -> {
                    var all = new ArrayList<>(read());
                    Optional<PairedClient> meant =
                            all.stream()
                                    .filter(one -> !one.isRevoked() && one.isCalled(nameOrKey))
                                    .findFirst();
                    if (meant.isPresent()) {
                        all.set(all.indexOf(meant.get()), meant.get().revokedAt(when));
                        list.write(all);
                    }
                    return meant;
                });
    }
}
