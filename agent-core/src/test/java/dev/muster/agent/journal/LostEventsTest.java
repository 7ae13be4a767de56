package dev.muster.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;

import org.junit.jupiter.api.Test;

import java.time.Instant;

class LostEventsTest {
    private static final JobSnapshot BEGUN =
            JobSnapshot.first(
                    new NumberedEvent(
                            1,
                            new AgentEvent.RunAccepted(
                                    Instant.EPOCH,
                                    new RunId("run-1"),
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
    void of_a_run_that_goes_on_nothing_is_known_of_them() {
        var lost = new LostEvents(3, 7);

        assertThat(lost.beginning(BEGUN)).isEmpty();
        assertThat(lost.unknown(BEGUN)).contains(lost);
        assertThat(lost.ending(BEGUN)).isEmpty();
    }

    @Test
    void how_a_run_ended_is_known_though_the_journal_does_not_have_it() {
        var lost = new LostEvents(3, 10);

        assertThat(lost.unknown(OVER)).contains(new LostEvents(3, 9));
        assertThat(OVER.after(lost.ending(OVER).orElseThrow()).end()).isEqualTo(OVER.end());
    }

    @Test
    void how_a_run_began_is_known_though_there_is_no_journal() {
        var lost = new LostEvents(1, 10);

        assertThat(JobSnapshot.first(lost.beginning(BEGUN).orElseThrow())).isEqualTo(BEGUN);
        assertThat(lost.unknown(OVER)).contains(new LostEvents(2, 9));
    }

    @Test
    void an_end_that_is_the_only_one_lost_leaves_no_gap() {
        var lost = new LostEvents(9, 10);

        assertThat(lost.unknown(OVER)).isEmpty();
        assertThat(lost.ending(OVER)).map(NumberedEvent::seq).contains(9L);
    }

    @Test
    void the_sentence_about_them_has_the_number_of_the_last() {
        NumberedEvent notice = new LostEvents(3, 7).notice(Instant.EPOCH);

        assertThat(notice.seq()).isEqualTo(6);
        assertThat(((AgentEvent.Noticed) notice.event()).text()).contains("events 3 to 6");
    }
}
