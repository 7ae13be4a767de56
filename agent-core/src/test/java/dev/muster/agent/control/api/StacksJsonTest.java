package dev.muster.agent.control.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.journal.UnreadableRecord;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.stacks.Rung;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Optional;
import java.util.Set;

class StacksJsonTest {
    @Test
    void stacks_come_back_as_they_were_written() {
        var stacks =
                List.of(
                        new RankStack(
                                new Rank(9),
                                new LocalRank(1),
                                Optional.of(Rung.PY_SPY),
                                List.of("control-socket: the worker was given none"),
                                "Thread 0x1 (most recent call first):\n  File \"a\" in \u001b\n"),
                        RankStack.none(new Rank(10), new LocalRank(2), "it does not run"));

        assertThat(StacksJson.read(StacksJson.answer(stacks))).isEqualTo(stacks);
    }

    @Test
    void a_question_comes_back_as_it_was_written_and_asks_all_by_itself() {
        var some = new StacksJson.Ask(Set.of(new LocalRank(3), new LocalRank(0)), true);

        assertThat(some.text()).isEqualTo("{\"localRanks\":[0,3],\"abort\":true}");
        assertThat(StacksJson.Ask.read(some.text())).isEqualTo(some);
        assertThat(StacksJson.Ask.read("{}")).isEqualTo(new StacksJson.Ask(Set.of(), false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[]", "{\"localRanks\":[-1]}", "{\"localRanks\":\"all\"}", "{\"abort\":1}"})
    void a_question_that_is_none_is_refused(String text) {
        assertThatThrownBy(() -> StacksJson.Ask.read(text)).isInstanceOf(UnreadableRecord.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"stacks\":[{}]}",
                "{\"stacks\":[{\"rank\":-1,\"localRank\":0,\"because\":[],\"text\":\"\"}]}"
            })
    void an_answer_that_is_none_is_refused(String text) {
        assertThatThrownBy(() -> StacksJson.read(text)).isInstanceOf(UnreadableRecord.class);
    }

    @Test
    void a_way_that_a_later_version_has_is_none_that_this_one_knows() {
        var read =
                StacksJson.read(
                        """
                        {"stacks":[{"rank":0,"localRank":0,"rung":"telepathy","because":[],"text":"x"}]}
                        """);

        assertThat(read.getFirst().rung()).isEmpty();
    }
}
