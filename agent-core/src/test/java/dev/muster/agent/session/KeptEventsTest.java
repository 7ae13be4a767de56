package dev.muster.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

class KeptEventsTest {
    private final KeptEvents kept =
            new KeptEvents(
                    new NumberedEvent(
                            1,
                            new AgentEvent.RunAccepted(
                                    Instant.EPOCH,
                                    new RunId("a-job"),
                                    SampleSpec.ofScript().build(),
                                    "store",
                                    1)));

    @Test
    void all_are_told_in_their_order() {
        add(2, 10);

        assertThat(told()).isEqualTo(LongStream.rangeClosed(1, 10).boxed().toList());
    }

    @Test
    void of_more_than_are_kept_the_first_and_the_latest_are_told_and_a_word_between() {
        add(2, KeptEvents.MOST + 11);

        List<Long> told = told();

        assertThat(told).startsWith(1L, 11L, 12L).endsWith(KeptEvents.MOST + 11L);
        assertThat(told).hasSize(KeptEvents.MOST + 2);
    }

    private void add(int from, int to) {
        for (int seq = from; seq <= to; seq++) {
            kept.add(new NumberedEvent(seq, new AgentEvent.Noticed(Instant.EPOCH, "again")));
        }
    }

    private List<Long> told() {
        var seqs = new ArrayList<Long>();
        kept.tell(
                new RunHearer() {
                    @Override
                    public void happened(NumberedEvent event, JobSnapshot now) {
                        assertThat(now.seq()).isEqualTo(event.seq());
                        seqs.add(event.seq());
                    }

                    @Override
                    public void absent() {
                        throw new AssertionError("it is there");
                    }
                });
        return seqs;
    }
}
