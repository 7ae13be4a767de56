package dev.muster.agent.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.job.StoreAddress;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.store.HashStore;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;
import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** elastic-agent §2.9 and §9. */
@Timeout(60)
@BesideOthers
class MasterKeysTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final HashStore store = new HashStore();
    private final List<String> warned = new ArrayList<>();

    @Test
    void what_rank_0_says_is_heard_by_the_others() {
        in(4).publish(new StoreAddress("10.0.0.7", 40_000, true));

        assertThat(in(4).await()).isEqualTo(new StoreAddress("10.0.0.7", 40_000, true));
        assertThat(warned).isEmpty();
    }

    @Test
    void torchruns_address_is_taken_from_an_earlier_round_emptied_and_told_to_the_others() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT);
                var worker = StoreClient.connect(server.address(), PATIENCE)) {
            worker.set(Key.of("default_pg/0//rank"), Value.of("old"), PATIENCE);
            assertThat(worker.numKeys(PATIENCE)).isEqualTo(1);
            var torchruns = new StoreAddress("127.0.0.1", server.address().getPort(), true);
            in(1).publish(torchruns);

            assertThat(in(4).await()).isEqualTo(torchruns);

            assertThat(worker.numKeys(PATIENCE)).isZero();
            assertThat(in(4).await()).isEqualTo(torchruns);
            assertThat(warned)
                    .containsExactly(
                            "the node of rank 0 did not say where the workers meet; it is taken"
                                    + " from round 1, and what old workers left there (1 keys) is"
                                    + " deleted");
        }
    }

    @Test
    void an_address_at_which_nobody_answers_any_more_is_passed_over() {
        int gone;
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            gone = server.address().getPort();
        }
        in(0).publish(new StoreAddress("127.0.0.1", gone, true));
        var hurried = new MasterKeys(round(1), false, Duration.ofMillis(100), warned::add);

        assertThatThrownBy(hurried::await).isInstanceOf(RendezvousException.TimedOut.class);
        assertThat(warned).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "65536", "-1", "http", "123456"})
    void a_port_that_is_none_is_refused(String port) {
        round(0).store().set("MASTER_ADDR", "10.0.0.7".getBytes(UTF_8), PATIENCE);
        round(0).store().set("MASTER_PORT", port.getBytes(UTF_8), PATIENCE);

        assertThatThrownBy(() -> in(0).await())
                .isInstanceOf(RendezvousException.CorruptState.class)
                .hasMessageStartingWith("MASTER_PORT: ");
    }

    private MasterKeys in(long round) {
        return new MasterKeys(round(round), false, PATIENCE, warned::add);
    }

    private RendezvousInfo round(long number) {
        return new RendezvousInfo(
                MemoryRounds.of(store, number), number, 1, 2, List.of(), Optional.empty());
    }
}
