package dev.muster.store.client;

import static dev.muster.store.EndsInTime.assertEndsInTime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.client.Connections.Outcome;
import dev.muster.store.client.Connections.Outcome.Connected;
import dev.muster.store.client.Connections.Outcome.NotConnected;
import dev.muster.store.protocol.Loss;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;

@Timeout(60)
class ConnectionsTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(300);

    private final StoreServer server = StoreServer.open(StoreServerConfig.DEFAULT);
    private final CountDownLatch over = new CountDownLatch(1);

    @AfterEach
    void end() {
        over.countDown();
        server.close();
    }

    @Test
    void a_name_service_that_does_not_answer_costs_no_more_than_the_time_given() {
        assertEndsInTime(SHORT, () -> assertNotResolved(open(this::never, SHORT)));
    }

    private static void assertNotResolved(Outcome outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        NotConnected.class,
                        failed -> {
                            assertThat(failed.why().loss()).isEqualTo(Loss.UNRESOLVED);
                            assertThat(failed.why().because())
                                    .startsWith("the look-up of store.test takes too long;");
                        });
    }

    @Test
    void an_address_where_nobody_listens_is_passed_over_for_the_next() {
        var addresses =
                List.of(InetAddress.ofLiteral("127.0.0.3"), InetAddress.ofLiteral("127.0.0.1"));

        var outcome = open(_ -> addresses, SOON);

        assertThat(outcome).isInstanceOf(Connected.class);
        close(outcome);
    }

    @Test
    void a_name_that_gets_its_address_later_is_found() {
        var asked = new CountDownLatch(3);

        var outcome =
                open(
                        host -> {
                            asked.countDown();
                            if (asked.getCount() > 0) throw new UnknownHostException(host);
                            return List.of(InetAddress.ofLiteral("127.0.0.1"));
                        },
                        SOON);

        assertThat(outcome).isInstanceOf(Connected.class);
        close(outcome);
    }

    private Outcome open(Names names, Duration atMost) {
        int port = server.address().getPort();
        var address = InetSocketAddress.createUnresolved("store.test", port);
        var destination = new Destination(address, names, new SplittableRandom(1));
        return Connections.open(destination, Deadline.in(atMost)).join();
    }

    private static void close(Outcome outcome) {
        if (outcome instanceof Connected(var connections)) connections.close();
    }

    private List<InetAddress> never(String host) throws UnknownHostException {
        try {
            over.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        throw new UnknownHostException(host);
    }
}
