package dev.muster.agent.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.NodeLossPolicy;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.agent.round.ScriptedHandler.Coming;
import dev.muster.agent.supervise.Farewell;
import dev.muster.agent.supervise.Group;
import dev.muster.agent.supervise.GroupInput;
import dev.muster.store.HashStore;
import dev.muster.store.StoreServerConfig;

import org.junit.jupiter.api.AfterEach;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Node 1 of two, on a store in memory, with a seat whose rounds the test hands out. */
abstract class NodeOneOfTwo {
    static final Duration PATIENCE = Duration.ofSeconds(30);
    static final Duration NOT_LONG = Duration.ofMillis(300);
    static final Node ZERO = new Node("a", 1, 0);
    static final Node ONE = new Node("b", 2, 0);
    static final Node NEW = new Node("c", 3, 0);

    final HashStore store = new HashStore();
    final ScriptedHandler handler = new ScriptedHandler();
    final AtomicReference<Consumer<? super RendezvousNews>> news = new AtomicReference<>(_ -> {});
    final List<AgentEvent> events = new CopyOnWriteArrayList<>();
    final List<GroupInput> inputs = new CopyOnWriteArrayList<>();
    final ExecutorService agentThread =
            new ThreadPoolExecutor(
                    1,
                    1,
                    0,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    new ThreadPoolExecutor
                            .DiscardPolicy()); // as the agent's own, once it is closed
    final Rounds rounds = new Rounds(context());

    @AfterEach
    void end() {
        agentThread.close();
    }

    void join(long number) {
        onAgent(() -> rounds.meet(0));
        roundComes(number);
    }

    void roundComes(long number) {
        set(number, "MASTER_ADDR", "10.0.0.7");
        set(number, "MASTER_PORT", "40000");
        set(number, "torchelastic/assigned_ranks/1", "[4, 6, 4, 6]");
        handler.coming.add(
                new Coming.Complete(
                        new RendezvousInfo(
                                round(number),
                                number,
                                1,
                                2,
                                List.of(ZERO, ONE),
                                Optional.empty())));
        assertInput(new GroupInput.RoundReady());
    }

    void joinWithSilentZero(NodeLossPolicy policy) {
        handler.lossToldAfter = NOT_LONG;
        handler.onNodeLoss = policy;
        round(0).add("muster/roll_call/listening", 1, PATIENCE);
        join(0);
    }

    void zeroIsDone(long number) {
        round(number).add("torchelastic/agent/terminal_state0/ARRIVALS", 1, PATIENCE);
        torchrunIsDone(number);
    }

    /** It is counted, and leaves nothing else. */
    void torchrunIsDone(long number) {
        round(number).add("torchelastic/agent/terminal_state/num_members", 1, PATIENCE);
    }

    void roundComesAnew(long number) {
        inputs.clear();
        join(number);
    }

    void set(long number, String key, String value) {
        round(number).set(key, value.getBytes(UTF_8), PATIENCE);
    }

    RoundStore round(long number) {
        return MemoryRounds.of(store, number);
    }

    static RendezvousNews waiting(Node node, String because) {
        return new RendezvousNews.Waiting(new TreeSet<>(List.of(node)), because);
    }

    static RendezvousNews seen(List<Node> spares) {
        var state =
                new RendezvousState(
                        0,
                        true,
                        Optional.empty(),
                        false,
                        Map.of(ZERO, 0, ONE, 1),
                        Set.of(),
                        Set.copyOf(spares),
                        Map.of());
        return new RendezvousNews.Seen(state, "two are here");
    }

    static Group.Then.End end(Farewell farewell) {
        return new Group.Then.End(Outcome.SUCCEEDED, 0, "done", farewell);
    }

    void hear(RendezvousNews heard) {
        news.get().accept(heard);
    }

    boolean agentIsIdle() {
        return CompletableFuture.supplyAsync(() -> true, agentThread).join();
    }

    void onAgent(Runnable action) {
        agentThread.execute(action);
    }

    void assertInput(GroupInput expected) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(inputs).contains(expected));
    }

    void awaitNotice(String text) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () ->
                                assertThat(events)
                                        .filteredOn(AgentEvent.Noticed.class::isInstance)
                                        .extracting("text")
                                        .contains(text));
    }

    RoundContext context() {
        return new RoundContext(
                new JobNodes(1, 2, 0, "scripted", "a:29400", Map.of(), Optional.empty()),
                "b",
                "default",
                2,
                false,
                told -> {
                    news.set(told);
                    return handler;
                },
                PATIENCE,
                StoreServerConfig.DEFAULT,
                _ -> {},
                agentThread,
                InstantSource.system(),
                events::add,
                inputs::add);
    }
}
