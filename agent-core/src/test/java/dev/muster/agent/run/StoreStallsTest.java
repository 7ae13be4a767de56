package dev.muster.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.AgentEvent.Noticed;
import dev.muster.store.view.Stall;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

class StoreStallsTest {
    private static final Stall OVER = new Stall.Over(Duration.ofMillis(3_240));

    private final Queue<Runnable> agentThread = new ArrayDeque<>();
    private final VirtualTime time = new VirtualTime();
    private final List<AgentEvent> events = new ArrayList<>();
    private final StoreStalls stalls = new StoreStalls(agentThread::add, time);

    @Test
    void a_stall_is_told_in_a_sentence_with_its_length_and_its_place() {
        var place = new StackTraceElement("io.netty.Loop", "run", "Loop.java", 12);

        assertThat(textOf(new Stall.Noticed(Duration.ofMillis(512), List.of(place))))
                .isEqualTo(
                        "the workers' store has not answered for 0.5 s;"
                                + " its thread stands at io.netty.Loop.run(Loop.java:12)");
    }

    @Test
    void a_stall_of_a_thread_that_stands_nowhere_is_told_as_well() {
        assertThat(textOf(new Stall.Noticed(Duration.ofMillis(512), List.of())))
                .endsWith("its thread stands at its end");
    }

    @Test
    void the_reset_of_the_clients_says_how_many_and_what_for() {
        assertThat(textOf(new Stall.ClientsReset(Duration.ofMillis(2_049), 4)))
                .isEqualTo(
                        "the workers' store has not answered for 2.0 s; its connections (4) were"
                                + " reset, so that workers fail instead of hanging");
    }

    @Test
    void the_end_of_a_stall_is_told() {
        assertThat(textOf(OVER)).isEqualTo("the workers' store answers again, after 3.2 s");
    }

    @Test
    void a_stall_is_told_on_the_agents_thread_alone() {
        stalls.tell(events::add);

        stalls.accept(OVER);

        assertThat(events).isEmpty();
        agentThread.remove().run();
        assertThat(events).hasSize(1);
    }

    @Test
    void nothing_is_told_of_a_run_before_its_first_event_or_after_its_last() {
        stalls.accept(OVER);
        agentThread.remove().run();
        stalls.tell(events::add);
        stalls.accept(OVER);
        stalls.fallSilent();
        agentThread.remove().run();

        assertThat(events).isEmpty();
    }

    private String textOf(Stall stall) {
        stalls.tell(events::add);
        stalls.accept(stall);
        agentThread.remove().run();
        return ((Noticed) events.getLast()).text();
    }
}
