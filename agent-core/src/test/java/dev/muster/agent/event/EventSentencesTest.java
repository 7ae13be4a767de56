package dev.muster.agent.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.journal.SampleEvents;

import org.junit.jupiter.api.Test;

class EventSentencesTest {
    @Test
    void every_event_can_be_told_in_one_sentence() {
        assertThat(SampleEvents.oneOfEachKind())
                .allSatisfy(
                        event ->
                                assertThat(EventSentences.inOne(event))
                                        .isNotBlank()
                                        .doesNotContain("Optional", "\n"));
    }

    @Test
    void what_is_worth_telling_is_told_in_the_same_words() {
        assertThat(SampleEvents.oneOfEachKind())
                .filteredOn(event -> EventSentences.of(event).size() == 1)
                .allSatisfy(
                        event ->
                                assertThat(EventSentences.inOne(event))
                                        .isEqualTo(EventSentences.of(event).getFirst()));
    }
}
