package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.SampleSpec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

import org.junit.jupiter.api.Test;

import java.time.Instant;

class LostEventsTest {
    private static final JobSnapshot BEGUN =
            JobSnapshot.first(
                    new NumberedEvent(
                            1,
                            new AgentEvent.RunAccepted(
                                    Instant.EPOCH,
                                    FakeAgent.RUN,
                                    SampleSpec.ofScript().build(),
                                    "gpu-a",
                                    1)));
    private static final JobSnapshot OVER =
            BEGUN.after(
                    new NumberedEvent(
                            9,
                            new AgentEvent.RunEnded(
                                    Instant.EPOCH, Outcome.SUCCEEDED, 0, "all are done")));

    @Test
    void events_of_a_run_that_goes_on_are_a_gap() {
        assertThat(told(new LostEvents(3, 7), BEGUN))
                .isEqualTo("event: gap\ndata: {\"from\":3,\"until\":7}\n\n");
    }

    @Test
    void how_a_run_ended_is_told_though_the_journal_does_not_have_it() {
        assertThat(told(new LostEvents(3, 10), OVER))
                .startsWith("event: gap\ndata: {\"from\":3,\"until\":9}\n\nid: 9\nevent: event\n")
                .contains("run-ended", "all are done");
    }

    @Test
    void how_a_run_began_is_told_though_there_is_no_journal() {
        assertThat(told(new LostEvents(1, 10), OVER))
                .startsWith("id: 1\nevent: event\n")
                .contains("run-accepted", "{\"from\":2,\"until\":9}", "run-ended");
    }

    @Test
    void an_end_that_is_the_only_one_lost_leaves_no_gap() {
        assertThat(told(new LostEvents(9, 10), OVER)).startsWith("id: 9\n").doesNotContain("gap");
    }

    private static String told(LostEvents lost, JobSnapshot known) {
        ByteBuf chunk = Unpooled.buffer();
        lost.tell(chunk, known);
        return chunk.toString(UTF_8);
    }
}
