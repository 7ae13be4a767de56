package dev.muster.store.server;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;

class SystemBacklogTest {
    @Test
    void more_clients_than_the_system_lets_wait_are_warned_of_with_what_to_do() {
        assertThat(SystemBacklog.warning(8_192, 4_096))
                .hasValue(
                        "8192 clients are expected, but the system keeps only 4096 that come at"
                                + " once and may refuse the others: allow more with `sysctl -w"
                                + " net.core.somaxconn=8192` before the store is started");
        assertThat(SystemBacklog.warning(4_096, 4_096)).isEmpty();
    }

    @Test
    void opening_warns_once_if_more_are_expected_than_any_system_allows() {
        var config = StoreServerConfig.DEFAULT.withExpectedClients(Integer.MAX_VALUE);
        try (var log = new LogLines();
                var _ = StoreServer.open(config)) {
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith("2147483647 clients are expected");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void the_limit_is_read_whole() throws IOException, InterruptedException {
        var cat = new ProcessBuilder("cat", "/proc/sys/net/core/somaxconn").start();
        String said = new String(cat.getInputStream().readAllBytes(), US_ASCII);

        assertThat(SystemBacklog.limit()).isEqualTo(Integer.parseInt(said.strip()));
        assertThat(cat.waitFor()).isZero();
    }
}
