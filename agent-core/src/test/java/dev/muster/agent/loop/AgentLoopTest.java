package dev.muster.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

@Timeout(20)
class AgentLoopTest {
    private final InstantSource clock = InstantSource.system();
    private final AgentLoop loop = new AgentLoop(clock);

    @BeforeEach
    void start() {
        loop.start();
    }

    @AfterEach
    void close() {
        loop.close();
    }

    @Test
    void what_is_posted_is_done_in_order_on_one_thread() {
        var done = new ArrayList<String>();
        for (int i = 0; i < 100; i++) {
            String name = Integer.toString(i);
            loop.execute(() -> done.add(Thread.currentThread().getName() + name));
        }

        assertThat(onLoop(() -> List.copyOf(done)))
                .hasSize(100)
                .startsWith("agent0", "agent1")
                .endsWith("agent99");
    }

    @Test
    void timers_ring_by_their_time_and_for_equal_times_by_their_order()
            throws InterruptedException {
        var rung = new ArrayList<String>();
        var all = new CountDownLatch(3);
        var now = clock.instant();
        var soon = now.plusMillis(20);

        loop.at(now.plusMillis(60), () -> ring(rung, "late", all));
        loop.at(soon, () -> ring(rung, "first", all));
        loop.at(now.minusSeconds(5), () -> ring(rung, "overdue", all));

        all.await();
        assertThat(onLoop(() -> List.copyOf(rung))).containsExactly("overdue", "first", "late");
    }

    @Test
    void a_timer_never_rings_before_its_time() throws InterruptedException {
        var rung = new AtomicLong();
        var once = new CountDownLatch(1);

        long set = System.nanoTime();
        loop.at(
                clock.instant().plusMillis(50),
                () -> {
                    rung.set(System.nanoTime());
                    once.countDown();
                });
        once.await();

        assertThat(Duration.ofNanos(rung.get() - set)).isGreaterThan(Duration.ofMillis(49));
    }

    @Test
    void an_action_that_breaks_does_not_take_the_others_along() {
        loop.execute(
                () -> {
                    throw new IllegalStateException("thrown on purpose by a test");
                });

        assertThat(onLoop(() -> "still here")).isEqualTo("still here");
    }

    @Test
    void a_closed_loop_does_nothing_more() throws InterruptedException {
        var rung = new CountDownLatch(1);
        loop.at(clock.instant().plusMillis(20), rung::countDown);
        loop.close();
        loop.execute(rung::countDown);

        assertThat(rung.await(100, TimeUnit.MILLISECONDS)).isFalse();
    }

    private static void ring(List<String> rung, String name, CountDownLatch all) {
        rung.add(name);
        all.countDown();
    }

    private <T> T onLoop(java.util.function.Supplier<T> question) {
        return CompletableFuture.supplyAsync(question, loop).join();
    }
}
