package dev.muster.agent.session;

import dev.muster.agent.ssh.Ssh;
import dev.muster.agent.ssh.SshLink;
import dev.muster.agent.ssh.SshName;
import dev.muster.agent.ssh.SshState;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The agents on another machine, for as long as this is open: what a command in a terminal needs of
 * ssh. Whoever wants to see them come and go takes an {@link SshSession}.
 */
public final class SshPlaces implements AgentPlaces, AutoCloseable {
    private final SshName host;
    private final CompletableFuture<SshState> first = new CompletableFuture<>();
    private final SshLink link;

    private SshPlaces(Ssh ssh, SshName host, Ssh.Prompts prompts) throws IOException {
        this.host = host;
        link =
                SshLink.open(
                        ssh,
                        host,
                        prompts,
                        InstantSource.system(),
                        state -> {
                            if (!(state instanceof SshState.Connecting)) first.complete(state);
                        });
    }

    /**
     * Begins to connect.
     *
     * @throws IOException when there can be no folder for the sockets
     */
    public static SshPlaces open(Ssh ssh, SshName host, Ssh.Prompts prompts) throws IOException {
        return new SshPlaces(ssh, host, prompts);
    }

    /**
     * Waits for the connection; one that breaks later is made anew, and leads to the same places.
     */
    @Override
    public List<AgentPlace> find() throws IOException {
        return switch (awaited()) {
            case SshState.Up up when up.ways().isEmpty() && up.machine().muster().isEmpty() ->
                    throw new IOException(SshLink.absence(up.machine().host()));
            case SshState.Up up when up.ways().isEmpty() ->
                    throw new IOException(
                            "no agent of yours runs on %s; `muster agent` there starts one that stays"
                                    .formatted(up.machine().host()));
            case SshState.Up up ->
                    up.ways().stream()
                            .map(way -> AgentPlace.behind(way.local(), host + " (ssh)"))
                            .toList();
            case SshState.Down down -> throw new IOException(down.why());
            case SshState.Connecting _ -> throw new IllegalStateException("not awaited");
        };
    }

    private SshState awaited() throws IOException {
        try {
            return first.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new IOException("connecting to %s was interrupted".formatted(host));
        } catch (ExecutionException e) {
            throw new IllegalStateException("connecting broke", e);
        }
    }

    @Override
    public void close() {
        link.close();
    }
}
