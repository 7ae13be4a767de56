package dev.muster.gui.store;

import dev.muster.agent.store.StoreClient;
import dev.muster.agent.store.StoreClient.OpenWait;
import dev.muster.gui.fx.Spans;
import dev.muster.gui.state.Sizes;

import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;

/**
 * A client as the page shows it.
 *
 * @param awaits what it waits for and for how long; empty while it does not
 * @param traffic what it asked last, and how much was said
 */
record ClientRow(String peer, String awaits, String traffic, Duration waited) {
    /** Whoever has waited longest comes first. */
    static final Comparator<ClientRow> LONGEST_WAIT_FIRST =
            Comparator.comparing(ClientRow::waited).reversed();

    static ClientRow of(StoreClient client) {
        return new ClientRow(
                client.peer(),
                client.openWait().map(ClientRow::words).orElse(""),
                "%s%s in, %s out"
                        .formatted(
                                client.lastRequest().map(word -> "last " + word + " · ").orElse(""),
                                Sizes.of(client.bytesIn()),
                                Sizes.of(client.bytesOut())),
                client.openWait().map(OpenWait::age).orElse(Duration.ZERO));
    }

    private static String words(OpenWait wait) {
        Optional<String> first = wait.missing().stream().findFirst();
        int others = wait.missingInAll() - (first.isPresent() ? 1 : 0);
        String what =
                first.map(name -> others > 0 ? "%s and %,d more".formatted(name, others) : name)
                        .orElseGet(() -> "%,d keys".formatted(others));
        return "waits %s for %s".formatted(Spans.words(wait.age()), what);
    }

    boolean isWaiting() {
        return !awaits.isEmpty();
    }

    String text() {
        return isWaiting()
                ? "%s\t%s\t%s".formatted(peer, awaits, traffic)
                : "%s\t%s".formatted(peer, traffic);
    }
}
