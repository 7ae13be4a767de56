package dev.muster.gui.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.AgentException;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.store.KeyMeaning;
import dev.muster.agent.store.StoreClient;
import dev.muster.agent.store.StoreKey;
import dev.muster.agent.store.StoreReading;
import dev.muster.gui.state.RunFocus;
import dev.muster.gui.testing.RunStory;
import dev.muster.gui.testing.StagedSession;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

class StoreViewModelTest {
    private static final JobSnapshot RUN =
            RunStory.accepted("7f3a", "train.py", 2, 0).started().snapshot();

    private final StagedSession session = new StagedSession();
    private final StoreViewModel model = new StoreViewModel(session, Runnable::run, ZoneOffset.UTC);

    @Test
    void keys_come_by_what_they_are_for_and_the_scripts_own_last() {
        holds(key("/epoch", 2), key("/default_pg/0//cpu//0/1", 170), key("init/", 1));

        model.show(focus(0));

        assertThat(model.keys())
                .extracting(KeyRow::kind)
                .containsExactly(
                        KeyMeaning.Kind.JOINING,
                        KeyMeaning.Kind.PROCESS_GROUP,
                        KeyMeaning.Kind.SCRIPT);
        assertThat(model.keysTitle().get()).isEqualTo("3 keys, 1.2 kB");
        assertThat(model.remark().get()).isEqualTo("127.0.0.1:41873 · as of 12:00:00");
    }

    @Test
    void whoever_has_waited_longest_comes_first_and_it_says_for_what() {
        answers(
                reading(
                        List.of(),
                        List.of(
                                client("127.0.0.1:1", Optional.empty()),
                                client("127.0.0.1:2", waits(3, "/a")),
                                client("127.0.0.1:3", waits(94, "/a", "/b")))));

        model.show(focus(0));

        assertThat(model.clients())
                .extracting(ClientRow::awaits)
                .containsExactly("waits 1 min 34 s for /a and 1 more", "waits 3 s for /a", "");
        assertThat(model.clientsTitle().get()).isEqualTo("3 connections, 2 waiting");
    }

    @Test
    void the_filter_looks_at_names_and_meanings() {
        holds(key("/epoch", 2), key("/default_pg/0//cpu//0/1", 170));
        model.show(focus(0));

        model.find("RANK 1");

        assertThat(model.keys())
                .extracting(KeyRow::name)
                .containsExactly("/default_pg/0//cpu//0/1");
        assertThat(model.keysTitle().get()).isEqualTo("1 of 2 keys, 1.2 kB");
    }

    @Test
    void the_store_is_looked_into_again_after_two_seconds_and_not_before() {
        holds(key("/a", 1));
        model.show(focus(0));
        holds(key("/a", 1), key("/b", 1));

        model.show(focus(1));
        assertThat(model.keys()).hasSize(1);
        model.show(focus(2));
        assertThat(model.keys()).hasSize(2);
    }

    @Test
    void nobody_is_asked_again_before_the_answer_has_come() {
        var slow = new CompletableFuture<StoreReading>();
        session.answerStore(slow);
        model.show(focus(0));
        assertThat(model.message().get()).isEqualTo("Looking into the store…");
        holds(key("/late", 1));

        model.show(focus(10));
        assertThat(model.keys()).isEmpty();
        slow.complete(reading(List.of(key("/first", 1)), List.of()));

        assertThat(model.keys()).extracting(KeyRow::name).containsExactly("/first");
    }

    @Test
    void why_it_cannot_be_looked_into_is_told() {
        session.answerStore(
                CompletableFuture.failedFuture(new AgentException("the store is on another node")));

        model.show(focus(0));

        assertThat(model.message().get()).isEqualTo("The store is on another node.");
    }

    @Test
    void what_was_seen_stays_when_the_next_look_fails_and_the_page_says_so() {
        holds(key("/a", 1));
        model.show(focus(0));
        session.answerStore(CompletableFuture.failedFuture(new AgentException("it is gone")));

        model.show(focus(2));

        assertThat(model.keys()).hasSize(1);
        assertThat(model.remark().get()).isEqualTo("It is gone.");
    }

    @Test
    void the_store_of_a_run_that_is_over_is_not_asked_for() {
        holds(key("/a", 1));
        var over = RunStory.accepted("7f3a", "train.py", 2, 0).started().succeeded().snapshot();

        model.show(new RunFocus(over, Optional.empty(), Optional.empty(), 0, RunStory.NOON));

        assertThat(model.keys()).isEmpty();
        assertThat(model.message().get()).startsWith("The run is over and its store is closed.");
    }

    private void holds(StoreKey... keys) {
        answers(reading(List.of(keys), List.of()));
    }

    private void answers(StoreReading reading) {
        session.answerStore(CompletableFuture.completedFuture(reading));
    }

    private static StoreReading reading(List<StoreKey> keys, List<StoreClient> clients) {
        return new StoreReading(
                RunStory.NOON,
                "127.0.0.1:41873",
                keys.size(),
                1_234,
                clients.size(),
                0,
                keys,
                clients);
    }

    private static StoreKey key(String name, long bytes) {
        return new StoreKey(name, bytes, "1");
    }

    private static StoreClient client(String peer, Optional<StoreClient.OpenWait> wait) {
        return new StoreClient(peer, Optional.of("Wait"), wait, 10, 20);
    }

    private static Optional<StoreClient.OpenWait> waits(int seconds, String... keys) {
        return Optional.of(
                new StoreClient.OpenWait(List.of(keys), keys.length, Duration.ofSeconds(seconds)));
    }

    private static RunFocus focus(int second) {
        Instant now = RunStory.NOON.plusSeconds(second);
        return new RunFocus(RUN, Optional.empty(), Optional.empty(), 0, now);
    }
}
