package dev.muster.agent.rendezvous.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.agent.rendezvous.etcd.EtcdCluster.Login;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What one is told who is not let in, or knocks at the wrong door. */
class EtcdDoorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final KeyRange KEY = KeyRange.only("key");
    private static final Login ROOT = new Login("root", "secret");

    @TempDir Path data;

    @Test
    void where_nobody_listens_that_is_said_at_once() throws IOException {
        int port;
        try (var socket = listen()) {
            port = socket.getLocalPort();
        }

        try (var client = new EtcdClient(at(port))) {
            assertThatThrownBy(() -> client.range(KEY, Duration.ofDays(1)))
                    .isInstanceOf(Unreachable.class)
                    .hasMessage(
                            "etcd does not answer: http://127.0.0.1:%d refuses connections", port);
        }
    }

    @Test
    void another_server_is_told_from_etcd() throws IOException {
        try (var server = listen();
                var client = new EtcdClient(at(server.getLocalPort()))) {
            Thread.startVirtualThread(() -> answerNotFound(server));

            assertThatThrownBy(() -> client.range(KEY, Duration.ofSeconds(1)))
                    .isInstanceOf(Unreachable.class)
                    .hasMessageContaining(
                            "answered /v3/kv/range with HTTP 404: no etcd of 3.4 or newer, or one"
                                    + " whose JSON gateway is off");
        }
    }

    @Test
    @Needs(TestGroup.ETCD)
    void an_etcd_with_users_lets_in_only_those_it_knows() {
        try (var etcd = RunningEtcd.start(data, 1)) {
            turnAuthenticationOn(etcd);
            var members = etcd.cluster().members();

            assertThatThrownBy(() -> ask(etcd.cluster()))
                    .hasMessageContaining("user=… and password_file=… in --rdzv-conf");
            assertThatThrownBy(() -> ask(as(members, new Login("root", "wrong"))))
                    .hasMessageContaining("invalid user ID or password");
            assertThat(ask(as(members, ROOT)).entries()).isEmpty();
        }
    }

    @Test
    @Needs(TestGroup.ETCD)
    void an_etcd_behind_tls_lets_in_those_who_show_a_certificate()
            throws IOException, InterruptedException, GeneralSecurityException {
        var identity = Certificates.selfSigned(data);
        try (var etcd = RunningEtcd.start(data, identity)) {
            var stranger = EtcdTls.context(Optional.of(identity.chain()), Optional.empty());
            var members = etcd.cluster().members();

            assertThat(ask(etcd.cluster()).entries()).isEmpty();
            assertThatThrownBy(
                            () ->
                                    askFor(
                                            Duration.ofSeconds(1),
                                            new EtcdCluster(
                                                    members,
                                                    Optional.of(stranger),
                                                    Optional.empty())))
                    .isInstanceOf(Unreachable.class)
                    .hasMessageContaining("https://");
        }
    }

    private static Entries ask(EtcdCluster cluster) {
        return askFor(PATIENCE, cluster);
    }

    private static Entries askFor(Duration atMost, EtcdCluster cluster) {
        try (var client = new EtcdClient(cluster)) {
            return client.range(KEY, atMost);
        }
    }

    private static void turnAuthenticationOn(RunningEtcd etcd) {
        try (var gateway = new EtcdGateway(etcd.cluster())) {
            gateway.ask(
                    "/v3/auth/user/add",
                    EtcdJson.object().put("name", ROOT.user()).put("password", ROOT.password()),
                    PATIENCE);
            gateway.ask("/v3/auth/role/add", EtcdJson.object().put("name", "root"), PATIENCE);
            gateway.ask(
                    "/v3/auth/user/grant",
                    EtcdJson.object().put("user", ROOT.user()).put("role", "root"),
                    PATIENCE);
            gateway.ask("/v3/auth/enable", EtcdJson.object(), PATIENCE);
        }
    }

    private static EtcdCluster as(List<URI> members, Login login) {
        return new EtcdCluster(members, Optional.empty(), Optional.of(login));
    }

    private static EtcdCluster at(int port) {
        var member = URI.create("http://127.0.0.1:" + port);
        return new EtcdCluster(List.of(member), Optional.empty(), Optional.empty());
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
    }

    /** Until it is closed. */
    private static void answerNotFound(ServerSocket server) {
        try {
            while (true) {
                try (var client = server.accept()) {
                    client.getInputStream().read(new byte[4096]);
                    client.getOutputStream()
                            .write(
                                    "HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\nNot Found"
                                            .getBytes(US_ASCII));
                }
            }
        } catch (IOException _) {
            return; // closed: the test is over
        }
    }
}
