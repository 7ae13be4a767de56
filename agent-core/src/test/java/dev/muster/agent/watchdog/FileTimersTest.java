package dev.muster.agent.watchdog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;
import java.util.Optional;

/** Requests as PyTorch's FileTimerClient writes them, and what becomes of them. */
class FileTimersTest {
    private static final int KILL = 9;

    private final FileTimers timers = new FileTimers();

    @Test
    void a_request_of_pytorchs_client_is_read_as_it_is_meant() {
        assertThat(
                        TimerRequest.parse(
                                "{\"version\": 1, \"pid\": 123, \"scope_id\": \"file.py#10\","
                                        + " \"expiration_time\": 1795.5, \"signal\": 9}"))
                .contains(
                        new TimerRequest(
                                123, "file.py#10", Optional.of(Instant.ofEpochMilli(1795500)), 9));
        assertThat(
                        TimerRequest.parse(
                                "{\"version\": 1, \"pid\": 123, \"scope_id\": \"file.py#10\","
                                        + " \"expiration_time\": -1, \"signal\": 0}"))
                .contains(new TimerRequest(123, "file.py#10", Optional.empty(), 0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[]",
                "17",
                "{\"pid\": 1, \"scope_id\": \"a\", \"expiration_time\": 1, \"signal\": 9}",
                "{\"pid\": -7, \"scope_id\": \"a\", \"expiration_time\": 1, \"signal\": 9}",
                "{\"pid\": 7.5, \"scope_id\": \"a\", \"expiration_time\": 1, \"signal\": 9}",
                "{\"pid\": 99999999999, \"scope_id\": \"a\", \"expiration_time\": 1, \"signal\":"
                        + " 9}",
                "{\"pid\": 7, \"scope_id\": 3, \"expiration_time\": 1, \"signal\": 9}",
                "{\"pid\": 7, \"scope_id\": \"a\", \"expiration_time\": 1e300, \"signal\": 9}",
                "{\"pid\": 7, \"scope_id\": \"a\", \"expiration_time\": \"1\", \"signal\": 9}",
                "{\"pid\": 7, \"scope_id\": \"a\", \"expiration_time\": 1, \"signal\": 65}",
                "{\"pid\": 7, \"scope_id\": \"a\", \"expiration_time\": 1}",
            })
    void what_is_no_request_is_none(String line) {
        assertThat(TimerRequest.parse(line)).isEmpty();
    }

    @Test
    void a_timer_that_is_released_in_time_never_runs_out() {
        timers.take(timer(7, "a", 10, KILL));
        timers.take(release(7, "a"));

        assertThat(timers.next()).isEmpty();
        assertThat(timers.expire(at(99))).isEmpty();
    }

    @Test
    void releasing_what_does_not_run_does_nothing() {
        timers.take(timer(7, "a", 10, KILL));
        timers.take(release(7, "b"));
        timers.take(release(8, "a"));

        assertThat(timers.expire(at(10))).containsExactly(timer(7, "a", 10, KILL));
    }

    @Test
    void asking_again_for_the_same_scope_replaces_the_timer() {
        timers.take(timer(7, "a", 10, KILL));
        timers.take(timer(7, "a", 20, KILL));

        assertThat(timers.expire(at(10))).isEmpty();
        assertThat(timers.next()).contains(at(20));
    }

    @Test
    void scopes_within_scopes_run_out_each_at_its_own_time() {
        timers.take(timer(7, "outer", 30, KILL));
        timers.take(timer(7, "inner", 10, KILL));
        timers.take(release(7, "inner"));

        assertThat(timers.expire(at(20))).isEmpty();
        assertThat(timers.expire(at(30))).containsExactly(timer(7, "outer", 30, KILL));
    }

    @Test
    void one_timer_that_runs_out_ends_all_of_its_process() {
        timers.take(timer(7, "a", 10, KILL));
        timers.take(timer(7, "b", 50, KILL));
        timers.take(timer(8, "a", 60, KILL));

        assertThat(timers.expire(at(10))).containsExactly(timer(7, "a", 10, KILL));
        assertThat(timers.next()).contains(at(60));
    }

    @Test
    void of_several_that_ran_out_the_first_with_a_signal_counts() {
        timers.take(timer(7, "told only", 1, 0));
        timers.take(timer(7, "second", 3, 15));
        timers.take(timer(7, "first", 2, KILL));
        timers.take(timer(8, "told only", 1, -1));

        assertThat(timers.expire(at(5)))
                .containsExactly(timer(7, "first", 2, KILL), timer(8, "told only", 1, -1));
    }

    private static TimerRequest timer(long pid, String scope, int second, int signal) {
        return new TimerRequest(pid, scope, Optional.of(at(second)), signal);
    }

    private static TimerRequest release(long pid, String scope) {
        return new TimerRequest(pid, scope, Optional.empty(), 0);
    }

    private static Instant at(int second) {
        return Instant.ofEpochSecond(1_800_000_000L + second);
    }
}
