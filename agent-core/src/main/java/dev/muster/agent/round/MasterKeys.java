package dev.muster.agent.round;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.job.StoreAddress;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.store.StoreException;
import dev.muster.store.StoreLost;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How the node of rank 0 tells the others where the workers meet (elastic-agent §2.9, §9).
 *
 * <p>Ours publishes that in every round. torchrun does it in the first round it takes part in, and
 * never again; so who joins later finds nothing, and looks into the rounds before. Nor does it
 * empty its workers' store between rounds; that is done here too.
 *
 * @param identical whether workers of other nodes may have started already
 * @param warn told what people should know about it
 */
record MasterKeys(RendezvousInfo round, boolean identical, Duration atMost, Consumer<String> warn) {
    private static final String ADDRESS = "MASTER_ADDR";
    private static final String PORT = "MASTER_PORT";

    /** Ours has published long before that, unless its machine is very busy. */
    private static final Duration PATIENCE_WITH_TORCHRUN = Duration.ofSeconds(3);

    private static final Duration GLANCE = Duration.ofMillis(300);
    private static final int MOST_ROUNDS_BACK = 64;
    private static final String ADVICE =
            "where process groups may find keys of old attempts; start torchrun with"
                    + " TORCH_DISABLE_SHARE_RDZV_TCP_STORE=1 there";
    private static final int LONGEST = 1_024;

    void publish(StoreAddress master) {
        publish(master.host(), master.port());
    }

    /** Blocks until it is known. */
    StoreAddress await() {
        if (round.round() == 0) return read(round.store(), atMost);
        try {
            return read(round.store(), PATIENCE_WITH_TORCHRUN);
        } catch (RendezvousException.TimedOut _) {
            return earlier().orElseGet(() -> read(round.store(), atMost));
        }
    }

    private Optional<StoreAddress> earlier() {
        long oldest = Math.max(0, round.round() - MOST_ROUNDS_BACK);
        for (long before = round.round() - 1; before >= oldest; before--) {
            Optional<StoreAddress> found = glance(round.store().ofRound(before));
            if (found.isEmpty()) continue;
            try (var store = new ForeignWorkerStore(found.get())) {
                Optional<StoreAddress> published = glance(round.store());
                if (published.isPresent()) return published;
                publish(found.get());
                warn.accept(
                        "the node of rank 0 did not say where the workers meet; it is taken from"
                                + " round %d, %s".formatted(before, forgetting(store)));
                return found;
            } catch (StoreLost _) {
                continue; // whoever had it is gone
            }
        }
        return Optional.empty();
    }

    private String forgetting(ForeignWorkerStore store) {
        if (identical) return ADVICE;
        try {
            int keys = store.clear();
            return "and what old workers left there (%d keys) is deleted".formatted(keys);
        } catch (StoreException _) {
            return ADVICE; // a store that cannot tell its keys, as before torch 2.10
        }
    }

    private Optional<StoreAddress> glance(RoundStore store) {
        try {
            return Optional.of(read(store, GLANCE));
        } catch (RendezvousException.TimedOut _) {
            return Optional.empty();
        }
    }

    private void publish(String host, int port) {
        round.store().set(ADDRESS, host.getBytes(UTF_8), atMost);
        round.store().set(PORT, Integer.toString(port).getBytes(UTF_8), atMost);
    }

    private static StoreAddress read(RoundStore store, Duration atMost) {
        List<byte[]> both = store.multiGet(List.of(ADDRESS, PORT), atMost);
        return new StoreAddress(text(ADDRESS, both.get(0)), port(text(PORT, both.get(1))), true);
    }

    private static String text(String key, byte[] value) {
        if (value.length > 0 && value.length <= LONGEST) return new String(value, UTF_8);
        throw new RendezvousException.CorruptState(
                "%s: %d bytes (expected: 1..%d)".formatted(key, value.length, LONGEST));
    }

    private static int port(String text) {
        int port = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
        if (port > 0 && port < 65_536) return port;
        throw new RendezvousException.CorruptState(
                "%s: \"%s\" (expected: 1..65535)".formatted(PORT, text));
    }
}
