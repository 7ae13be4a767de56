package dev.muster.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Capacity;
import dev.muster.store.protocol.DialectRule;
import dev.muster.store.protocol.Limits;
import dev.muster.store.view.Stall;
import dev.muster.store.view.StallWatch;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

class WatchdogTest {
    private static final String PING = "0d01020304";
    private static final Bytes PONG = Bytes.adopt(HexFormat.of().parseHex("01020304"));

    private final List<Stall> told = new CopyOnWriteArrayList<>();
    private final CountDownLatch unblock = new CountDownLatch(1);
    private final LogLines log = new LogLines();
    private volatile boolean blocked;
    private StoreListener store;

    @BeforeEach
    void open_a_store() throws IOException {
        var watch = new StallWatch(Duration.ofMillis(250), Duration.ofSeconds(1), told::add);
        var reception =
                new Reception(
                        Limits.DEFAULT,
                        Capacity.DEFAULT,
                        DialectRule.DETECT,
                        Optional.empty(),
                        OptionalInt.empty(),
                        watch,
                        Optional.empty());
        var anyPort = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
        store = StoreListener.open(anyPort, reception);
    }

    @AfterEach
    void close_it() {
        unblock.countDown();
        store.close();
        log.close();
    }

    @Test
    void a_loop_that_hangs_is_reported_with_the_place_where_it_stands() {
        hang();

        await().until(() -> !told.isEmpty());
        assertThat(told.getFirst())
                .isInstanceOfSatisfying(
                        Stall.Noticed.class,
                        stall ->
                                assertThat(stall.where())
                                        .anyMatch(frame -> frame.getMethodName().equals("block")));
        assertThat(log.linesOfWatchdog()).isEmpty();
    }

    @Test
    void the_whole_place_is_for_those_who_look_for_it() {
        log.listenToDetails();
        hang();

        await().until(() -> !told.isEmpty());
        assertThat(log.linesOfWatchdog())
                .anyMatch(
                        line ->
                                line.startsWith("the store has not answered for ")
                                        && line.contains("\n\tat ")
                                        && line.contains("WatchdogTest.block"));
    }

    @Test
    void who_only_loads_a_class_is_told_from_who_hangs() {
        assertThat(Watchdog.loadsClasses(Loaded.WHERE)).isTrue();
        assertThat(Watchdog.loadsClasses(here())).isFalse();
    }

    @Test
    void who_closes_a_store_that_hangs_does_not_hang_and_nor_do_its_clients() throws IOException {
        try (var idle = RawClient.welcomed(store.address())) {
            hang();

            assertThat(store.closeGracefully(Duration.ofMillis(1))).isFalse();

            assertThatThrownBy(() -> idle.read(1)).isInstanceOf(SocketException.class);
            assertThat(log.linesOfWatchdog())
                    .anyMatch(line -> line.contains("is left behind"))
                    .anyMatch(line -> line.contains("WatchdogTest.block"));
        }
    }

    @Test
    void clients_of_a_loop_that_hangs_fail_instead_of_hanging() throws IOException {
        try (var idle = RawClient.welcomed(store.address());
                var asking = RawClient.welcomed(store.address())) {
            hang();
            asking.send(PING);
            try (var atTheDoor = RawClient.connect(store.address())) {
                for (var client : List.of(idle, asking, atTheDoor)) {
                    assertThatThrownBy(() -> client.read(1))
                            .isInstanceOf(SocketException.class)
                            .hasMessageContaining("reset");
                }
            }
            await().until(
                            () ->
                                    told.getLast() instanceof Stall.ClientsReset(_, var clients)
                                            && clients == 3);
            try (var late = RawClient.connect(store.address())) {
                assertThat(late.isClosedByServer()).isTrue();
            }
        }
    }

    @Test
    void a_loop_that_goes_on_serves_whoever_comes_then() throws IOException {
        try (var before = RawClient.welcomed(store.address())) {
            hang();
            assertThat(before.isClosedByServer()).isTrue();

            unblock.countDown();

            await().until(() -> told.getLast() instanceof Stall.Over);
            try (var after = RawClient.welcomed(store.address())) {
                after.send(PING);
                assertThat(after.read(4)).isEqualTo(PONG);
                await().untilAsserted(() -> assertThat(store.view()).hasSize(1));
            }
        }
    }

    @Test
    void a_short_stall_costs_nobody_the_connection() throws IOException {
        try (var client = RawClient.welcomed(store.address())) {
            hang();
            client.send(PING);
            await().until(() -> !told.isEmpty());

            unblock.countDown();

            assertThat(client.read(4)).isEqualTo(PONG);
        }
    }

    private void hang() {
        store.occupy(this::block);
        await().until(() -> blocked);
    }

    private void block() {
        try {
            blocked = true;
            unblock.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<StackTraceElement> here() {
        return List.of(Thread.currentThread().getStackTrace());
    }

    /** Knows from where it was loaded. */
    private static final class Loaded {
        static final List<StackTraceElement> WHERE = here();
    }
}
