package dev.muster.agent.pairing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.home.MusterHome;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** What is kept of keys, and of who is paired. */
class PairingFilesTest {
    private static final Instant NOW = Instant.EPOCH;

    @TempDir private Path folder;
    private MusterHome home;

    @BeforeEach
    void open() {
        home = new MusterHome(folder.resolve("state"), folder.resolve("config"));
    }

    @Test
    void a_key_is_made_once_and_is_for_its_owners_eyes() throws IOException {
        Identity made = Identity.of(home);
        Identity again = Identity.of(home);

        assertThat(again.pin()).isEqualTo(made.pin());
        assertThat(again.key()).isEqualTo(made.key());
        assertThat(mode(pairing())).isEqualTo("rwx------");
        assertThat(mode(pairing().resolve("identity.pem"))).isEqualTo("rw-------");
        assertThat(made.toString()).isEqualTo("the key " + made.pin());
    }

    @Test
    @Needs(TestGroup.OPENSSL)
    void its_certificate_is_one_that_others_can_read()
            throws IOException, InterruptedException, GeneralSecurityException {
        Identity own = Identity.of(home);
        Path file = pairing().resolve("identity.pem");

        String told = openssl("x509", "-noout", "-subject", "-enddate", "-in", file.toString());
        String key = openssl("pkey", "-noout", "-text", "-in", file.toString());

        own.certificate().verify(own.certificate().getPublicKey());
        assertThat(told).contains("muster").contains("9999");
        assertThat(key).contains("prime256v1");
    }

    @Test
    void many_certificates_in_a_row_are_good_whatever_their_bytes()
            throws IOException, GeneralSecurityException {
        for (int k = 0; k < 50; k++) {
            var certificate = Identity.make().certificate();

            certificate.verify(certificate.getPublicKey());
            assertThat(certificate.getVersion()).isEqualTo(3);
        }
    }

    @Test
    void a_folder_that_others_may_enter_is_not_used() throws IOException {
        Identity.of(home);
        Files.setPosixFilePermissions(pairing(), PosixFilePermissions.fromString("rwxr-x---"));

        assertThatThrownBy(() -> Identity.of(home))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it must be a folder of yours that nobody else may enter");
        assertThatThrownBy(() -> PairedClients.of(home).read()).isInstanceOf(IOException.class);
    }

    @Test
    void a_key_that_is_damaged_is_not_replaced_silently() throws IOException {
        Identity.of(home);
        Files.writeString(pairing().resolve("identity.pem"), "-----BEGIN PRIVATE KEY-----");

        assertThatThrownBy(() -> Identity.of(home))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("your own key, cannot be read");
    }

    @Test
    void two_clients_never_have_one_name_and_one_key_is_one_client() throws IOException {
        var clients = PairedClients.of(home);

        clients.add(client("laptop", 'a', Role.VIEWER));
        PairedClient second = clients.add(client("laptop", 'b', Role.VIEWER));
        PairedClient promoted = clients.add(client("laptop", 'a', Role.ADMIN));

        assertThat(second.name()).isEqualTo("laptop-2");
        assertThat(clients.read()).containsExactly(second, promoted);
    }

    @Test
    void a_key_that_somebody_wrote_into_the_list_twice_may_what_both_entries_allow()
            throws IOException {
        var clients = PairedClients.of(home);
        clients.add(client("laptop", 'a', Role.VIEWER));
        Path file = pairing().resolve("clients.json");
        String list = Files.readString(file);
        String entry = list.substring(list.indexOf('[') + 1, list.lastIndexOf(']'));
        String twice = list.replace(entry, entry + "," + entry.replace("viewer", "admin"));
        Files.writeString(file, twice);

        try (var inForce = ClientsInForce.open(clients, () -> {})) {
            assertThat(inForce.find(pin('a')).orElseThrow().role()).isEqualTo(Role.VIEWER);
        }
    }

    @Test
    void who_is_revoked_is_remembered_as_such() throws IOException {
        var clients = PairedClients.of(home);
        PairedClient laptop = clients.add(client("laptop", 'a', Role.ADMIN));

        Optional<PairedClient> first = clients.revoke("laptop", NOW);
        Optional<PairedClient> second = clients.revoke(laptop.key().text(), NOW);

        assertThat(first).contains(laptop);
        assertThat(second).isEmpty();
        assertThat(clients.read()).singleElement().matches(PairedClient::isRevoked);
    }

    @Test
    void an_agent_that_is_paired_again_is_there_once() throws IOException {
        var agents = PairedAgents.of(home);
        var address = new AgentAddress("gpu-box", 7000);

        agents.add(new PairedAgent("box", address, pin('a'), Role.VIEWER, NOW));
        agents.add(new PairedAgent("gpu", address, pin('b'), Role.VIEWER, NOW));

        assertThat(agents.read()).hasSize(1);
        assertThat(agents.find("tcp://gpu-box:7000")).isEqualTo(agents.find("gpu"));
        assertThat(agents.find("box")).isEmpty();
    }

    @Test
    void a_name_goes_on_meaning_the_agent_that_it_meant() throws IOException {
        var agents = PairedAgents.of(home);
        var box = new PairedAgent("box", new AgentAddress("b", 7000), pin('a'), Role.VIEWER, NOW);
        var other = new PairedAgent("box", new AgentAddress("b", 7001), pin('b'), Role.VIEWER, NOW);
        var moved = new PairedAgent("box", new AgentAddress("b", 7002), pin('a'), Role.VIEWER, NOW);

        agents.add(box);
        PairedAgent added = agents.add(other);
        boolean meantTheSame = agents.find("box").equals(Optional.of(box));
        agents.add(moved);

        assertThat(added.name()).isEqualTo("box-2");
        assertThat(meantTheSame).isTrue();
        assertThat(agents.read()).containsExactly(added, moved);
    }

    @Test
    void whoever_looks_hears_of_changes_and_of_a_list_that_is_broken_nobody_remains()
            throws IOException {
        var clients = PairedClients.of(home);
        PairedClient laptop = clients.add(client("laptop", 'a', Role.ADMIN));
        var changes = new Semaphore(0);
        try (var inForce = ClientsInForce.open(clients, changes::release)) {
            assertThat(inForce.find(laptop.key())).contains(laptop);

            clients.revoke("laptop", NOW);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> inForce.find(laptop.key()).orElseThrow().isRevoked());
            assertThat(changes.tryAcquire()).isTrue();

            Files.writeString(pairing().resolve("clients.json"), "{");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> inForce.find(laptop.key()).isEmpty());
        }
    }

    private static PairedClient client(String name, char key, Role role) {
        return new PairedClient(pin(key), name, role, NOW, Optional.empty());
    }

    private static KeyPin pin(char letter) {
        return new KeyPin("SHA256:" + String.valueOf(letter).repeat(43));
    }

    private Path pairing() {
        return home.config().resolve("pairing");
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private String openssl(String... words) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        var command = new ArrayList<String>();
        command.add("openssl");
        command.addAll(List.of(words));
        int exitCode =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start()
                        .waitFor();
        String told = Files.readString(out);
        assertThat(exitCode).as(told).isZero();
        return told;
    }
}
