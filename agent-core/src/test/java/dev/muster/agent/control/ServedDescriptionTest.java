package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.control.api.ApiPath;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.pairing.Identity;
import dev.muster.agent.pairing.PairedClient;
import dev.muster.agent.pairing.PairedClients;
import dev.muster.agent.pairing.Role;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The description of the API as a client gets it, held against what the same agent answers. */
@Timeout(120)
class ServedDescriptionTest {
    @TempDir private Path folder;
    private ServedAgent agent;

    @BeforeEach
    void open() throws IOException {
        agent = ServedAgent.listening(folder, false);
    }

    @AfterEach
    void close() {
        agent.close();
    }

    @Test
    void the_socket_and_tls_give_the_same_description() throws IOException {
        var here = RawClient.get(agent.socket(), ApiPath.OPENAPI);
        var elsewhere = RawTls.ask(agent.tcp(), paired(), "GET", ApiPath.OPENAPI, "");

        assertThat(here.status()).isEqualTo(200);
        assertThat(here.header("Content-Type")).isEqualTo("application/json");
        assertThat(elsewhere.body()).isEqualTo(here.body());
    }

    /** A method that nobody has is answered with those that there are. */
    @Test
    void every_described_path_takes_the_described_methods_and_no_others() throws IOException {
        JsonNode paths =
                JsonMapper.shared()
                        .readTree(RawClient.get(agent.socket(), ApiPath.OPENAPI).body())
                        .path("paths");

        assertThat(paths.propertyNames()).hasSize(templates());
        for (var path : paths.properties()) {
            String target = path.getKey().replaceAll("\\{[^}]+}", "1");
            List<String> described =
                    path.getValue().propertyNames().stream()
                            .filter(name -> !name.equals("parameters"))
                            .map(name -> name.toUpperCase(Locale.ROOT))
                            .toList();

            var refused = RawClient.send(agent.socket(), "BREW", target);

            assertThat(refused.status()).as(target).isEqualTo(405);
            String said = JsonMapper.shared().readTree(refused.body()).path("detail").asString();
            assertThat(said.substring("here one can ".length()).split(" and ", -1))
                    .as(target)
                    .containsExactlyInAnyOrderElementsOf(described);
        }
    }

    private static int templates() {
        return Arrays.stream(Endpoint.values())
                .map(Endpoint::template)
                .collect(Collectors.toSet())
                .size();
    }

    private Identity paired() throws IOException {
        var home = new MusterHome(folder.resolve("laptop"), folder.resolve("laptop"));
        var laptop = Identity.of(home);
        PairedClients.of(agent.home())
                .add(
                        new PairedClient(
                                laptop.pin(),
                                "laptop",
                                Role.VIEWER,
                                Instant.EPOCH,
                                Optional.empty()));
        return laptop;
    }
}
