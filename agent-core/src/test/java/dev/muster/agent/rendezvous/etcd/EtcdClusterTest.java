package dev.muster.agent.rendezvous.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.muster.agent.rendezvous.RendezvousConfig;
import dev.muster.agent.rendezvous.RendezvousParameters;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** How etcd is named on a command line. */
class EtcdClusterTest {
    @TempDir Path folder;

    @Test
    void members_are_named_one_after_another_and_may_leave_the_usual_port_out() {
        var cluster = cluster("etcd-a:2400,[::1]:2401,etcd-c", "");

        assertThat(cluster.members())
                .extracting(Object::toString)
                .containsExactly("http://etcd-a:2400", "http://[::1]:2401", "http://etcd-c:2379");
        assertThat(cluster.tls()).isEmpty();
        assertThat(cluster.login()).isEmpty();
    }

    @Test
    void a_password_is_read_from_a_file_and_never_shown() throws IOException {
        Path file = Files.writeString(folder.resolve("password"), "secret\n");

        var login = cluster("h", "user=trainer,password_file=" + file).login().orElseThrow();

        assertThat(login.password()).isEqualTo("secret");
        assertThat(login).hasToString("trainer");
    }

    @Test
    void with_tls_the_members_are_asked_over_it() {
        var cluster = cluster("h", "protocol=HTTPS");

        assertThat(cluster.members())
                .extracting(Object::toString)
                .containsExactly("https://h:2379");
        assertThat(cluster.tls()).isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "protocol=ftp, The protocol must be HTTP or HTTPS.",
                "ca_cert=/ca.pem, ca_cert needs protocol=https",
                "user=trainer, user and password_file belong together",
                "\"user=trainer,password=secret\", others could read it",
                "\"user=trainer,password_file=/none\", /none cannot be read",
                "\"protocol=https,ssl_cert=/c.pem\", ssl_cert and ssl_cert_key belong together",
                "\"protocol=https,ca_cert=/none.pem\", cannot read /none.pem"
            })
    void what_makes_no_sense_is_refused(String config, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster("h", config))
                .withMessageContaining(why);
    }

    @Test
    void a_file_without_a_key_in_it_is_refused() throws IOException {
        Path certificate = Files.writeString(folder.resolve("c.pem"), "");

        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                cluster(
                                        "h",
                                        "protocol=https,ssl_cert=%s,ssl_cert_key=%s"
                                                .formatted(certificate, certificate)))
                .withMessageContaining("c.pem has no certificate in it");
    }

    @Test
    void a_member_without_a_name_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster("a:1,,b:2", ""))
                .withMessageContaining("'a:1,,b:2' has an empty part between its commas");
    }

    private static EtcdCluster cluster(String endpoint, String config) {
        return EtcdCluster.of(
                new RendezvousParameters(
                        EtcdBackend.NAME,
                        endpoint,
                        "run",
                        1,
                        1,
                        Optional.empty(),
                        RendezvousConfig.parse(config)));
    }
}
