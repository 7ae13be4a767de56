package dev.muster.agent.rendezvous.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.rendezvous.RendezvousException.TimedOut;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** What the nodes of a round tell each other through a real etcd. */
@Needs(TestGroup.ETCD)
class EtcdRoundTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir static Path data;
    private static RunningEtcd etcd;

    private EtcdClient client;
    private RunKeys keys;
    private EtcdRound round;

    @BeforeAll
    static void start() {
        etcd = RunningEtcd.start(data, 1);
    }

    @AfterAll
    static void stop() {
        etcd.close();
    }

    @BeforeEach
    void connect(TestInfo test) {
        client = new EtcdClient(etcd.cluster());
        keys = RunKeys.of(test.getTestMethod().orElseThrow().getName());
        round = new EtcdRound(client, keys, 3, () -> 0);
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Test
    void a_value_that_is_there_is_got() {
        round.set("a", new byte[] {0, -1, 10}, PATIENCE);

        assertThat(round.get("a", PATIENCE)).containsExactly(0, -1, 10);
    }

    @Test
    void values_are_awaited_and_come_in_the_order_they_were_asked_for() {
        round.set("b", bytes("2"), PATIENCE);
        var asked =
                CompletableFuture.supplyAsync(
                        () -> round.multiGet(List.of("c", "b", "a"), PATIENCE));

        round.set("a", bytes("1"), PATIENCE);
        round.set("c", bytes("3"), PATIENCE);

        assertThat(asked.join())
                .extracting(value -> new String(value, StandardCharsets.UTF_8))
                .containsExactly("3", "2", "1");
    }

    @Test
    void a_value_that_does_not_come_is_waited_for_no_longer_than_told() {
        assertThatThrownBy(() -> round.get("never", Duration.ofMillis(200)))
                .isInstanceOf(TimedOut.class)
                .hasMessageContaining("1 values are missing")
                .hasMessageContaining("never");
    }

    @Test
    void another_round_sees_nothing_of_this_one() {
        round.set("a", bytes("1"), PATIENCE);
        round.add("n", 5, PATIENCE);
        var next = new EtcdRound(client, keys, 4, () -> 0);

        assertThat(next.add("n", 1, PATIENCE)).isEqualTo(1);
        assertThatThrownBy(() -> next.get("a", Duration.ofMillis(200)))
                .isInstanceOf(TimedOut.class);
    }

    @Test
    void of_many_that_count_at_once_each_gets_a_sum_of_its_own() {
        var sums =
                IntStream.range(0, 40)
                        .mapToObj(
                                _ ->
                                        CompletableFuture.supplyAsync(
                                                () -> round.add("n", 1, PATIENCE)))
                        .toList();

        assertThat(sums.stream().map(CompletableFuture::join))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 40).boxed().toList());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
