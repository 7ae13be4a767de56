package dev.muster.agent.control;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What became of requests that came with a key, so that the same one gets the same answer when it
 * comes again. Each caller has a share of its own: nobody's requests push out those of another, and
 * no key of one means anything to another. On the control loop.
 */
final class Repeats {
    /** What became of a request: the whole answer, so that it can be given again. */
    record Done(int status, String type, String text, Map<CharSequence, String> headers) {}

    /**
     * A request that was seen, and what becomes of it.
     *
     * @param digest of all that was asked, which may be long
     */
    record Seen(String digest, Instant at, CompletableFuture<Done> done) {
        /** Characters that it keeps. */
        private int size() {
            return done.isDone() && !done.isCompletedExceptionally()
                    ? done.join().text().length()
                    : 0;
        }
    }

    /** Of one caller. */
    static final int MOST_KEYS = 256;

    /** Characters of answers to one caller. */
    private static final int MOST_CHARACTERS = 4 << 20;

    /** Nobody asks again for what he asked so long ago. */
    private static final Duration AGE = Duration.ofHours(1);

    private final Map<String, LinkedHashMap<String, Seen>> byCaller = new HashMap<>();

    /** What was asked with that key before. */
    Optional<Seen> find(Caller caller, String key, Instant now) {
        return Optional.ofNullable(byCaller.get(whose(caller)))
                .flatMap(seen -> Optional.ofNullable(seen.get(key)))
                .filter(seen -> !isOld(seen, now));
    }

    void add(Caller caller, String key, Seen fresh) {
        var seen = byCaller.computeIfAbsent(whose(caller), _ -> new LinkedHashMap<>());
        seen.remove(key);
        long characters = seen.values().stream().mapToLong(Seen::size).sum();
        Iterator<Seen> oldest = seen.values().iterator();
        while (oldest.hasNext()) {
            Seen one = oldest.next();
            boolean isTooMuch = seen.size() >= MOST_KEYS || characters > MOST_CHARACTERS;
            if (!isTooMuch && !isOld(one, fresh.at())) break;
            characters -= one.size();
            oldest.remove();
        }
        seen.put(key, fresh);
    }

    private static boolean isOld(Seen seen, Instant now) {
        return !now.isBefore(seen.at().plus(AGE));
    }

    /** All processes on this machine that may ask at all are one user's. */
    private static String whose(Caller caller) {
        return caller.key().map(Object::toString).orElse("");
    }

    /** Of texts that may be long. */
    static String digest(String... texts) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            for (String text : texts) {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                digest.update(Integer.toString(bytes.length).getBytes(StandardCharsets.US_ASCII));
                digest.update((byte) ':');
                digest.update(bytes);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
