package dev.muster.agent.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Nodes that tell what they want, and one after the other who does it for all, however much has
 * changed since they told. A failure is its seed.
 */
class WishSimulationTest {
    private static final Instant START = Instant.parse("2026-05-17T10:00:00Z");
    private static final List<RendezvousChange> FOR_OTHERS =
            List.of(
                    RendezvousChange.KEEP_ALIVE,
                    RendezvousChange.ADD_TO_PARTICIPANTS,
                    RendezvousChange.REMOVE_FROM_PARTICIPANTS);

    static LongStream seeds() {
        return LongStream.range(0, 1_000);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void a_wish_is_done_once_and_as_its_node_would_or_not_at_all(long seed) {
        var random = new Random(seed);
        int count = random.nextInt(2, 9);
        int min = random.nextInt(1, count + 1);
        var settings = WishTest.settings(min, random.nextInt(min, count + 1));
        var nodes = IntStream.range(0, count).mapToObj(k -> new Node("n" + k, k, 0)).toList();
        var state = RendezvousState.EMPTY;
        var told = new ArrayList<Wish>();
        for (int step = 0; step < 200; step++) {
            Instant wall = START.plusSeconds(step);
            Node node = nodes.get(random.nextInt(count));
            var change = FOR_OTHERS.get(random.nextInt(FOR_OTHERS.size()));
            var wish = Wish.of(node, change, state, settings, wall);
            boolean now = random.nextBoolean();
            if (!now) told.add(wish);
            var whole = now ? List.of(wish) : random.nextInt(4) == 0 ? told : List.<Wish>of();
            for (Wish each : whole) state = afterwards(each, state, settings);
            if (!now && !whole.isEmpty()) told.clear();
        }
    }

    private static RendezvousState afterwards(
            Wish wish, RendezvousState before, RendezvousSettings settings) {
        Optional<RendezvousState> done = wish.doneIn(before, settings);
        if (done.isEmpty()) return before;

        var after = done.get();
        assertThat(before.round()).isEqualTo(wish.round());
        assertThat(after).isEqualTo(wish.change().in(before, wish.node(), settings, wish.wall()));
        if (wish.change() != RendezvousChange.KEEP_ALIVE) {
            assertThat(wish.doneIn(after, settings)).as("done twice: %s", wish).isEmpty();
        }
        if (before.complete()) {
            assertThat(before.participants().keySet()).containsAll(after.participants().keySet());
        } else if (after.complete()) {
            assertThat(after.participants().values())
                    .containsExactlyElementsOf(
                            IntStream.range(0, settings.maxNodes()).boxed().toList());
        }
        var listed = new TreeSet<>(after.participants().keySet());
        listed.addAll(after.waitList());
        listed.addAll(after.redundancyList());
        assertThat(listed).isEqualTo(after.lastHeartbeats().keySet());
        return after;
    }
}
