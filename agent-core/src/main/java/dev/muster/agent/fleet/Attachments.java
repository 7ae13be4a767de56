package dev.muster.agent.fleet;

import dev.muster.agent.fleet.FleetPlace.Kind;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.PairedAgent;
import dev.muster.agent.pairing.PairedAgents;
import dev.muster.agent.pairing.PairingCode;
import dev.muster.agent.pairing.PeerName;
import dev.muster.agent.session.AgentPairing;
import dev.muster.agent.session.ObservedJob;
import dev.muster.agent.session.ObserverSession;
import dev.muster.agent.session.PairedSession;
import dev.muster.agent.session.RemoteSession;
import dev.muster.agent.session.SshSession;
import dev.muster.agent.ssh.Ssh;
import dev.muster.agent.ssh.SshAliases;
import dev.muster.agent.ssh.SshName;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The places that somebody adds to a fleet by hand and takes out of it again: machines that ssh
 * leads to, agents that this user is paired with, and jobs that are watched through their store.
 * Any thread.
 */
public final class Attachments {
    private final Fleet fleet;
    private final Optional<Ssh> ssh;
    private final Path home;
    private final Ssh.Prompts prompts;
    private final String ourName;
    private final InstantSource clock;
    private final MusterHome musterHome;
    private final Map<PlaceId, String> machines = new LinkedHashMap<>(); // guarded by this
    private volatile Consumer<List<String>> onMachines = _ -> {};

    /**
     * @param environment whose ssh it is, and whose configuration
     * @param ourName by which the journals over there say who asked
     */
    public Attachments(
            Fleet fleet, Map<String, String> environment, String ourName, InstantSource clock) {
        this.fleet = fleet;
        this.ourName = ourName;
        this.clock = clock;
        ssh = Ssh.find(environment);
        home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
        musterHome = MusterHome.of(environment);
        prompts = Ssh.Prompts.of(environment, false);
    }

    /** The machines that ssh's configuration has names for. Reads files; blocks. */
    public List<String> aliases() {
        return SshAliases.of(home);
    }

    /**
     * The agents that this user is paired with, the oldest first. Reads files; blocks.
     *
     * @throws IOException when the list of them cannot be read
     */
    public List<PairedAgent> paired() throws IOException {
        return PairedAgents.of(musterHome).read();
    }

    /** Is told all machines that are attached, by what {@link #attach} takes, at every change. */
    public void onMachines(Consumer<List<String>> listener) {
        onMachines = listener;
    }

    /**
     * Begins to connect; one that is attached already stays as it is.
     *
     * @param name that ssh knows, {@code user@host}, or {@code tcp://host:port} of an agent that
     *     this user is paired with
     * @throws IOException when there can be no connection; the message says why
     * @throws IllegalArgumentException with a sentence when it is no name at all
     */
    public PlaceId attach(String name) throws IOException {
        if (PairedAgents.isAddress(name)) return attach(known(name));
        var machine = new SshName(name);
        var id = new PlaceId("ssh " + machine);
        if (fleet.session(id).isPresent()) return id;
        Ssh program =
                ssh.orElseThrow(
                        () ->
                                new IOException(
                                        "there is no ssh in PATH (Debian: apt-get install"
                                                + " openssh-client)"));
        fleet.add(
                new FleetPlace(
                        id,
                        Kind.REMOTE,
                        SshSession.open(program, machine, prompts, ourName),
                        clock));
        change(() -> machines.put(id, machine.value()));
        return id;
    }

    private PairedAgent known(String address) throws IOException {
        return PairedAgents.of(musterHome)
                .find(address)
                .orElseThrow(
                        () ->
                                new IOException(
                                        "this machine is not paired with %s; a code that `muster pair` shows there does that"
                                                .formatted(address)));
    }

    /** Begins to connect; one that is attached already stays as it is. */
    public PlaceId attach(PairedAgent agent) throws IOException {
        var id = new PlaceId("paired " + agent.key());
        if (fleet.session(id).isPresent()) return id;
        add(id, agent);
        return id;
    }

    private void add(PlaceId id, PairedAgent agent) throws IOException {
        PairedSession session = PairedSession.open(agent, musterHome, ourName);
        fleet.add(new FleetPlace(id, Kind.REMOTE, session, clock));
        change(() -> machines.put(id, "tcp://" + agent.address()));
    }

    /**
     * Shows an agent on another machine the code that was made there, remembers it under the name
     * of its host, and attaches it. Fails with an {@link IOException} whose message is a sentence
     * for the user.
     */
    public CompletionStage<PlaceId> pair(AgentAddress address, PairingCode code) {
        var paired = new CompletableFuture<PlaceId>();
        Thread.ofPlatform() // it waits for files and the network
                .name("pair with " + address)
                .daemon(true)
                .start(() -> pair(address, code, paired));
        return paired;
    }

    private void pair(AgentAddress address, PairingCode code, CompletableFuture<PlaceId> paired) {
        try {
            PairedAgent agent =
                    new AgentPairing(musterHome, clock)
                            .pair(address, code, PeerName.like(address.host()));
            var id = new PlaceId("paired " + agent.key());
            add(id, agent); // what we may do there may be more than before
            paired.complete(id);
        } catch (IOException | RuntimeException e) {
            paired.completeExceptionally(e);
        }
    }

    /** Begins to watch a job; one that is watched already stays as it is. */
    public PlaceId attach(ObservedJob job) {
        var id =
                new PlaceId(
                        "job %s at %s:%d".formatted(job.rendezvousId(), job.host(), job.port()));
        if (fleet.session(id).isEmpty()) {
            fleet.add(new FleetPlace(id, Kind.OBSERVED, ObserverSession.open(job, clock), clock));
        }
        return id;
    }

    /** Looks at a place no longer; nothing ends over there. */
    public void detach(PlaceId id) {
        Thread.ofVirtual().name("detach " + id).start(() -> fleet.remove(id)); // ssh takes a moment
        change(() -> machines.remove(id));
    }

    /** See {@link RemoteSession#tryNow}. */
    public void tryNow(PlaceId id) {
        remote(id).ifPresent(RemoteSession::tryNow);
    }

    /** See {@link RemoteSession#startAgent}. */
    public CompletionStage<String> startAgent(PlaceId id) {
        return remote(id)
                .map(RemoteSession::startAgent)
                .orElseGet(
                        () ->
                                CompletableFuture.failedFuture(
                                        new IOException("there is no connection to " + id)));
    }

    private Optional<RemoteSession> remote(PlaceId id) {
        return fleet.session(id)
                .filter(RemoteSession.class::isInstance)
                .map(RemoteSession.class::cast);
    }

    private void change(Runnable change) {
        List<String> now;
        synchronized (this) {
            change.run();
            now = List.copyOf(machines.values());
        }
        onMachines.accept(now);
    }
}
