package dev.muster.agent.rendezvous.c10d;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.loop.AgentLoop;
import dev.muster.agent.rendezvous.RendezvousException.CorruptState;
import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.agent.rendezvous.c10d.C10dObserver.Sight;
import dev.muster.agent.rendezvous.c10d.C10dObserver.Surroundings;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

@Timeout(60)
class C10dObserverTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Key KEY = Key.of("torch.rendezvous.run");
    private static final String RECORDED = "torch-1.13/05_closed";

    private final StoreServer server = StoreServer.open(StoreServerConfig.DEFAULT);
    private final StoreClient client = StoreClient.connect(server.address(), SOON);
    private final AgentLoop loop = new AgentLoop(InstantSource.system());
    private final List<Sight> sights = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() {
        loop.start();
        C10dObserver.watch(
                client,
                "run",
                new Surroundings(loop, loop, InstantSource.system()),
                this::remember);
        awaitSights(1);
    }

    @AfterEach
    void end() {
        loop.close();
        client.close();
        server.close();
    }

    @Test
    void an_observer_leaves_no_trace_in_the_store() {
        assertThat(sights).containsExactly(new Sight.Nobody());
        assertThat(client.listKeys(SOON)).isEmpty();
    }

    @Test
    void an_observer_sees_each_change_once_and_nothing_twice() {
        client.set(KEY, StateCodec.UNTOUCHED, SOON);
        client.set(KEY, RecordedStates.text(RECORDED), SOON);
        awaitSights(2);
        client.set(KEY, RecordedStates.text("torch-2.13/05_closed"), SOON);
        awaitSights(3);

        assertThat(sights)
                .containsExactly(
                        new Sight.Nobody(),
                        new Sight.Seen(RecordedStates.meaning(RECORDED), StateDialect.D1),
                        new Sight.Seen(RecordedStates.meaning(RECORDED), StateDialect.D4));
    }

    @Test
    void an_observer_says_what_it_cannot_understand_and_goes_on_looking() {
        client.set(KEY, Value.of("nonsense"), SOON);
        awaitSights(2);
        client.set(KEY, RecordedStates.text(RECORDED), SOON);
        awaitSights(3);

        assertThat(sights.get(1))
                .isInstanceOfSatisfying(
                        Sight.Obscured.class,
                        obscured -> assertThat(obscured.why()).isInstanceOf(CorruptState.class));
        assertThat(sights.get(2)).isInstanceOf(Sight.Seen.class);
    }

    @Test
    void an_observer_says_that_the_store_is_gone() {
        server.close();
        awaitSights(2);

        assertThat(sights.get(1))
                .isInstanceOfSatisfying(
                        Sight.Obscured.class,
                        obscured -> assertThat(obscured.why()).isInstanceOf(Unreachable.class));
    }

    private void remember(Sight sight) {
        if (!(sight instanceof Sight.Unchanged)) sights.add(sight);
    }

    private void awaitSights(int count) {
        await().until(() -> sights.size() >= count);
    }
}
