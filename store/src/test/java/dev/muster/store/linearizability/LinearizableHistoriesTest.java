package dev.muster.store.linearizability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.linearizability.Step.Act.Serve;
import dev.muster.store.linearizability.Step.Heard.Answer;
import dev.muster.store.protocol.StoreReply.Number;
import dev.muster.store.protocol.StoreRequest.Add;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Whatever several clients do at once, they see what one store could have shown them in turn. */
class LinearizableHistoriesTest {
    @Test
    void ten_thousand_histories_of_clients_in_virtual_time_are_those_of_one_store() {
        assertExplained(LongStream.range(0, 10_000));
    }

    @Test
    void a_history_of_which_one_answer_is_changed_is_that_of_no_store() {
        for (long seed = 0; seed < 500; seed++) {
            var changed = withOneAnswerChanged(VirtualClients.run(seed));
            if (changed.isEmpty()) continue;
            assertThat(Linearizer.explains(changed.get())).as("seed " + seed).isFalse();
        }
    }

    @Tag("proof")
    @Test
    void half_a_million_are() {
        assertExplained(LongStream.range(10_000, 510_000));
    }

    @Test
    void two_hundred_histories_over_sockets_are_those_of_one_store() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            for (long seed = 0; seed < 200; seed++) {
                var history = SocketClients.run(server, seed);
                assertThat(Linearizer.explains(history)).as("seed " + seed).isTrue();
                server.clear();
            }
        }
    }

    private static void assertExplained(LongStream seeds) {
        var unexplained = seeds.filter(seed -> !Linearizer.explains(VirtualClients.run(seed)));

        assertThat(unexplained.boxed()).as("seeds").isEmpty();
    }

    /** The last number that ADD answered becomes one that no addition could have made. */
    private static Optional<List<List<Step>>> withOneAnswerChanged(List<List<Step>> history) {
        var changed = new ArrayList<List<Step>>(history);
        for (int i = changed.size() - 1; i >= 0; i--) {
            var diary = new ArrayList<>(changed.get(i));
            for (int j = diary.size() - 1; j >= 0; j--) {
                if (!(diary.get(j).act() instanceof Serve(var who, Add add, Answer _))) continue;
                var other = new Serve(who, add, new Answer(new Number(1_000)));
                diary.set(j, new Step(other, diary.get(j).from(), diary.get(j).to(), true));
                changed.set(i, diary);
                return Optional.of(changed);
            }
        }
        return Optional.empty();
    }
}
