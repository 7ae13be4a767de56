package dev.muster.agent.rendezvous.c10d;

import dev.muster.store.Store;
import dev.muster.store.StoreTimeout;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who writes next, among those of our nodes who wrote at the same time and lost.
 *
 * <p>When N nodes replace one value by trying, almost every try is in vain: N² of them carry the
 * whole value. So a node that lost draws a number, says what it wants written, and waits. The pen
 * goes from number to number; whoever has it writes for all who wait, tells them so, and hands it
 * to the first for whom it could not. Nothing depends on it: others may write without, and when
 * nothing has moved for a second, whoever notices first takes the pen. Lives on the driver's
 * thread.
 */
final class Pen {
    private static final Duration STUCK_AFTER = Duration.ofSeconds(1);
    private static final Value DONE_FOR_YOU = Value.of("done");
    private static final String YOURS = "pen";
    private static final int MOST_TRIES = 3;

    private final Store store;
    private final String prefix;
    private final Duration atMost;

    /** Our number; 0 while we do not have the pen. */
    private long number;

    /** Numbers behind ours that need it no more. */
    private final SortedSet<Long> settled = new TreeSet<>();

    /** What others want, by number, and nobody has written yet. */
    private final SortedMap<Long, String> wishes = new TreeMap<>();

    /**
     * @param prefix of the names of all its keys
     * @param atMost how long each question to the store may take
     */
    Pen(Store store, String prefix, Duration atMost) {
        this.store = store;
        this.prefix = prefix;
        this.atMost = atMost;
    }

    boolean isHeld() {
        return number > 0;
    }

    /**
     * Waits for the pen, for somebody who does it for us, or, when others are passed over, for
     * nothing.
     */
    void await(String wish) {
        long mine = store.add(key("numbers"), 1, atMost);
        var _ = store.async().append(key("wishes"), Value.of(mine + " " + wish + "\n"), atMost);
        if (mine == 1) {
            number = mine;
            return;
        }
        String stuckAt = "-";
        while (true) {
            try {
                String turn = store.get(turn(mine), STUCK_AFTER).toText();
                var _ = store.async().delete(turn(mine), atMost);
                if (turn.startsWith(YOURS)) begin(mine, turn);
                return;
            } catch (StoreTimeout _) {
                String last = read("last");
                if (!last.isEmpty() && Long.parseLong(last) > mine) return; // passed over
                if (last.equals(stuckAt) && grab(last, mine)) return;
                stuckAt = last;
            }
        }
    }

    private void begin(long mine, String turn) {
        number = mine;
        Stream.of(turn.substring(YOURS.length()).split(" ", -1))
                .filter(each -> !each.isEmpty())
                .map(Long::valueOf)
                .forEach(settled::add);
    }

    private boolean grab(String last, long mine) {
        Value ours = Value.of(Long.toString(mine));
        if (!store.compareSet(key("last"), Value.of(last), ours, atMost).equals(ours)) {
            return false;
        }
        number = mine;
        return true;
    }

    /** What others want by now, by their numbers; only for whoever has the pen. */
    SortedMap<Long, String> wishes() {
        String text = read("wishes");
        for (int k = 0; k < MOST_TRIES && !text.isEmpty(); k++) {
            String now =
                    store.compareSet(key("wishes"), Value.of(text), Value.EMPTY, atMost).toText();
            if (now.isEmpty()) break;
            text = now;
        }
        for (String line : text.split("\n", -1)) {
            int blank = line.indexOf(' ');
            if (blank < 1 || blank > 18) continue;
            if (!line.substring(0, blank).chars().allMatch(Character::isDigit)) continue;
            long from = Long.parseLong(line.substring(0, blank));
            if (from != number) wishes.put(from, line.substring(blank + 1));
        }
        return wishes;
    }

    /** Tells {@code done} to look again, and lets the next one write. */
    void handOn(Collection<Long> done) {
        if (!isHeld()) return;
        long last = store.add(key("numbers"), 0, atMost);
        settled.addAll(done);
        long next = number + 1;
        while (next <= last && settled.contains(next)) next++;
        var entries = new LinkedHashMap<Key, Value>();
        for (long each : done) entries.put(turn(each), DONE_FOR_YOU);
        entries.put(key("last"), Value.of(Long.toString(number)));
        String after =
                settled.tailSet(next).stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(" "));
        entries.put(turn(next), Value.of(YOURS + " " + after));
        store.multiSet(entries, atMost);
        number = 0;
        settled.clear();
        wishes.clear();
    }

    /** The text under one of our keys; empty if nothing is there. */
    private String read(String name) {
        return store.compareSet(key(name), Value.EMPTY, Value.EMPTY, atMost).toText();
    }

    private Key turn(long of) {
        return key("turn-" + of);
    }

    private Key key(String name) {
        return Key.of(prefix + name);
    }
}
