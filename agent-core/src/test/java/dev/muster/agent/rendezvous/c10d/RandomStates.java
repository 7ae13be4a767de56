package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousState;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/** States of all kinds, in the figures that need other opcodes than most. */
final class RandomStates {
    private static final List<String> ADDRESSES =
            List.of(
                    "",
                    "a",
                    "pid",
                    "10.0.0.7",
                    "2001:db8::1",
                    "knoten-ä.example",
                    "𝒳",
                    "x".repeat(300));
    private static final List<Long> NUMBERS =
            List.of(0L, 1L, 255L, 256L, 65_535L, 65_536L, 2_147_483_647L, 2_147_483_648L, 1L << 62);

    private final SplittableRandom random;

    RandomStates(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** One that {@code dialect} can say. */
    RendezvousState next(StateDialect dialect) {
        var participants = new TreeMap<Node, Integer>();
        var heartbeats = new TreeMap<Node, Instant>();
        var waiting = new TreeSet<Node>();
        var spare = new TreeSet<Node>();
        int nodes = random.nextInt(12);
        for (int i = 0; i < nodes; i++) {
            var node = node();
            switch (random.nextInt(dialect.spares() ? 4 : 3)) {
                case 0 -> waiting.add(node);
                case 3 -> spare.add(node);
                default -> participants.put(node, random.nextInt(1 << random.nextInt(31)));
            }
            if (random.nextInt(8) > 0) heartbeats.put(node, instant());
        }
        return new RendezvousState(
                oneOf(NUMBERS),
                random.nextBoolean(),
                random.nextBoolean() ? Optional.of(instant()) : Optional.empty(),
                random.nextBoolean(),
                participants,
                waiting,
                spare,
                heartbeats);
    }

    private Node node() {
        return new Node(oneOf(ADDRESSES), oneOf(NUMBERS), random.nextInt(3));
    }

    private Instant instant() {
        long second = random.nextLong(4_000_000_000L);
        return Instant.ofEpochSecond(second, random.nextInt(1_000_000) * 1_000L);
    }

    private <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
