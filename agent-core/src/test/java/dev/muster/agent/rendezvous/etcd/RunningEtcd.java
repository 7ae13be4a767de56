package dev.muster.agent.rendezvous.etcd;

import static org.awaitility.Awaitility.await;

import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.testing.TestProgram;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A real etcd on free ports of the loopback interface, until it is closed. */
public final class RunningEtcd implements AutoCloseable {
    private static final Duration A_MOMENT = Duration.ofMillis(500);
    private static final int TRIES = 3;

    private record Member(int clientPort, int peerPort) {
        String clients(boolean tls) {
            return "%s://127.0.0.1:%d".formatted(tls ? "https" : "http", clientPort);
        }

        String peers() {
            return "http://127.0.0.1:" + peerPort;
        }
    }

    private final List<Member> members;
    private final Optional<EtcdTls.Identity> identity;
    private final List<List<String>> commands = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();

    private RunningEtcd(List<Member> members, Optional<EtcdTls.Identity> identity) {
        this.members = members;
        this.identity = identity;
    }

    /**
     * Returns when it answers.
     *
     * @param folder for its data, and nothing else
     */
    public static RunningEtcd start(Path folder, int members) {
        return start(folder, members, Optional.empty());
    }

    /**
     * With TLS, toward clients that show the same certificate as the one member does.
     *
     * @param folder for its data, and nothing else
     */
    static RunningEtcd start(Path folder, EtcdTls.Identity identity) {
        return start(folder, 1, Optional.of(identity));
    }

    private static RunningEtcd start(
            Path folder, int members, Optional<EtcdTls.Identity> identity) {
        for (int tried = 1; ; tried++) {
            var etcd = new RunningEtcd(freePorts(members), identity);
            etcd.startMembers(folder.resolve("try" + tried));
            if (etcd.answers()) return etcd;
            etcd.close(); // somebody else took a port in between
            if (tried == TRIES) throw new IllegalStateException("no etcd came up in " + folder);
        }
    }

    /** As {@code --rdzv-endpoint} names it. */
    public String endpoint() {
        return IntStream.range(0, members.size())
                .mapToObj(this::endpoint)
                .collect(Collectors.joining(","));
    }

    String endpoint(int member) {
        return "127.0.0.1:" + members.get(member).clientPort();
    }

    EtcdCluster cluster() {
        return cluster(IntStream.range(0, members.size()).toArray());
    }

    /** Of these members, the first of which is asked first. */
    EtcdCluster cluster(int... these) {
        var uris = IntStream.of(these).mapToObj(k -> URI.create(clientUrl(k))).toList();
        var tls =
                identity.map(each -> EtcdTls.context(Optional.of(each.chain()), Optional.of(each)));
        return new EtcdCluster(uris, tls, Optional.empty());
    }

    /** Which of the members leads now. */
    public int leader() {
        return IntStream.range(0, members.size()).filter(this::leads).findFirst().orElseThrow();
    }

    /** SIGKILL; returns when it is gone. */
    public void kill(int member) {
        end(processes.get(member));
    }

    /** Starts a member that was killed on what it had written. */
    void restart(int member) {
        processes.set(member, process(commands.get(member)));
    }

    /** SIGSTOP. */
    void freeze(int member) {
        signal("-STOP", member);
    }

    /** SIGCONT. */
    void thaw(int member) {
        signal("-CONT", member);
    }

    @Override
    public void close() {
        processes.forEach(RunningEtcd::end);
    }

    private void startMembers(Path folder) {
        String cluster =
                IntStream.range(0, members.size())
                        .mapToObj(k -> "m%d=%s".formatted(k, members.get(k).peers()))
                        .collect(Collectors.joining(","));
        for (int k = 0; k < members.size(); k++) {
            Member member = members.get(k);
            var command =
                    new ArrayList<>(
                            List.of(
                                    TestProgram.find("etcd").orElseThrow().toString(),
                                    "--name=m" + k,
                                    "--data-dir=" + folder.resolve("m" + k),
                                    "--listen-client-urls=" + clientUrl(k),
                                    "--advertise-client-urls=" + clientUrl(k),
                                    "--listen-peer-urls=" + member.peers(),
                                    "--initial-advertise-peer-urls=" + member.peers(),
                                    "--initial-cluster=" + cluster,
                                    "--initial-cluster-token=" + folder));
            identity.ifPresent(each -> command.addAll(options(each)));
            commands.add(command);
            processes.add(process(command));
        }
    }

    private static List<String> options(EtcdTls.Identity identity) {
        return List.of(
                "--cert-file=" + identity.chain(),
                "--key-file=" + identity.key(),
                "--trusted-ca-file=" + identity.chain(),
                "--client-cert-auth");
    }

    private String clientUrl(int member) {
        return members.get(member).clients(identity.isPresent());
    }

    private static Process process(List<String> command) {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Until every member knows who leads; not when one of them has ended. */
    private boolean answers() {
        await().until(
                        () ->
                                isOver()
                                        || IntStream.range(0, members.size())
                                                .allMatch(member -> status(member).isPresent()));
        return !isOver();
    }

    private boolean isOver() {
        return processes.stream().anyMatch(process -> !process.isAlive());
    }

    private boolean leads(int member) {
        return status(member)
                .filter(
                        status ->
                                status.path("leader")
                                        .equals(status.path("header").path("member_id")))
                .isPresent();
    }

    /** Of a member that answers and knows a leader. */
    private Optional<JsonNode> status(int member) {
        try (var gateway = new EtcdGateway(cluster(member))) {
            return Optional.of(gateway.ask("/v3/maintenance/status", EtcdJson.object(), A_MOMENT));
        } catch (Unreachable _) {
            return Optional.empty();
        }
    }

    private void signal(String signal, int member) {
        String pid = Long.toString(processes.get(member).pid());
        try {
            int exit = new ProcessBuilder("kill", signal, pid).start().waitFor();
            if (exit != 0)
                throw new IllegalStateException("kill %s %s failed".formatted(signal, pid));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void end(Process process) {
        process.destroyForcibly();
        process.onExit().join();
    }

    private static List<Member> freePorts(int members) {
        return IntStream.range(0, members)
                .mapToObj(_ -> new Member(freePort(), freePort()))
                .toList();
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
