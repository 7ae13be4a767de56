package dev.muster.agent.store;

import dev.muster.store.StoreServer;
import dev.muster.store.protocol.Key;
import dev.muster.store.view.ConnectionView;
import dev.muster.store.view.Holdings;
import dev.muster.store.view.OpenWait;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** Reads a store of this process. Waits for the store's thread: not for a thread of the agent. */
public final class StoreLook {
    /** A page of a window, and an answer of some hundred kilobytes. */
    private static final int MOST_KEYS = 2_000;

    private static final int MOST_CLIENTS = 2_000;
    private static final int LONGEST_NAME = 240;

    private StoreLook() {}

    public static StoreReading at(StoreServer store, Instant now) {
        Holdings holdings = store.holdings();
        List<StoreKey> keys =
                store.keys(MOST_KEYS, Preview.BYTES).stream()
                        .map(
                                view ->
                                        new StoreKey(
                                                name(view.key()),
                                                view.bytes(),
                                                Preview.of(
                                                        name(view.key()),
                                                        view.beginning(),
                                                        view.bytes())))
                        .sorted(Comparator.comparing(StoreKey::name))
                        .toList();
        List<StoreClient> clients =
                store.connections().stream().limit(MOST_CLIENTS).map(StoreLook::client).toList();
        var address = store.address();
        return new StoreReading(
                now,
                "%s:%d".formatted(address.getAddress().getHostAddress(), address.getPort()),
                holdings.keys(),
                holdings.storedBytes(),
                holdings.connections(),
                store.cutOff(),
                keys,
                clients);
    }

    private static StoreClient client(ConnectionView view) {
        return new StoreClient(
                view.peer(),
                view.lastRequest(),
                view.openWait().map(StoreLook::openWait),
                view.bytesIn(),
                view.bytesOut());
    }

    private static StoreClient.OpenWait openWait(OpenWait wait) {
        return new StoreClient.OpenWait(
                wait.missing().stream().map(StoreLook::name).toList(),
                wait.missingInAll(),
                wait.age());
    }

    /** Any bytes may be a name. */
    private static String name(Key key) {
        var text = new StringBuilder();
        key.toString()
                .codePoints()
                .limit(LONGEST_NAME)
                .map(point -> isPrintable(point) ? point : '\ufffd')
                .forEach(text::appendCodePoint);
        return text.toString();
    }

    private static boolean isPrintable(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }
}
