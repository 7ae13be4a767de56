package dev.muster.agent.control;

import dev.muster.agent.control.api.ApiHeader;
import dev.muster.agent.control.api.ApiLimits;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * One request that is understood: what is asked, by whom. Its parts come from strangers and are
 * read strictly: nothing is unescaped, nothing is repaired.
 *
 * @param header a field by its name
 * @param claimedName what the client calls itself, which nobody vouches for; empty when it does not
 */
record Request(
        Endpoint endpoint,
        Map<String, String> parts,
        Map<String, String> query,
        Function<String, Optional<String>> header,
        Caller caller,
        String claimedName) {
    private static final Pattern PATH = Pattern.compile("[A-Za-z0-9/._-]+");
    private static final Pattern QUERY = Pattern.compile("[A-Za-z0-9=&._-]*");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ._:@/-]*");

    /** Of a log's attempt or local rank: more than any job has. */
    private static final int LARGEST = 1_000_000;

    /**
     * Finds what is asked for.
     *
     * @param target path and query, as the request's first line has them
     * @throws Refusal when there is no such thing, or the caller may not ask for it
     */
    static Request of(
            String method,
            String target,
            Function<String, Optional<String>> header,
            Caller caller) {
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        String query = mark < 0 ? "" : target.substring(mark + 1);
        if (!PATH.matcher(path).matches() || !QUERY.matcher(query).matches()) {
            throw Refusal.malformed(
                    "the path has characters that none of ours has, or escapes, which none needs");
        }
        List<Endpoint> there = Endpoint.at(path);
        if (there.isEmpty()) throw Refusal.notFound("there is nothing at this path");
        Endpoint endpoint =
                there.stream()
                        .filter(candidate -> candidate.method().equals(method))
                        .findFirst()
                        .orElseThrow(() -> Refusal.of(405, "Method not allowed", methods(there)));
        Optional<String> whyNot = caller.whyNot(endpoint);
        if (whyNot.isPresent()) throw Refusal.of(403, "Not allowed", whyNot.get());
        return new Request(
                endpoint,
                endpoint.parts(path).orElseThrow(),
                fields(query),
                header,
                caller,
                name(header, ApiHeader.CLIENT, ApiLimits.CLIENT_BYTES).orElse(""));
    }

    RunId run() {
        try {
            return new RunId(part("run"));
        } catch (IllegalArgumentException e) {
            throw Refusal.malformed(String.valueOf(e.getMessage()));
        }
    }

    int attempt() {
        return small("attempt");
    }

    LocalRank localRank() {
        return new LocalRank(small("localRank"));
    }

    LogStream stream() {
        return Arrays.stream(LogStream.values())
                .filter(stream -> stream.word().equals(part("stream")))
                .findFirst()
                .orElseThrow(() -> Refusal.malformed("a log is either stdout or stderr"));
    }

    /** A number in the query. */
    Optional<Long> number(String name) {
        return Optional.ofNullable(query.get(name)).map(text -> wholeNumber(name, text));
    }

    /** A switch in the query: 1 or true. */
    boolean flag(String name) {
        String text = query.getOrDefault(name, "0");
        return switch (text) {
            case "1", "true" -> true;
            case "0", "false" -> false;
            default -> throw Refusal.malformed(name + ": expected 1 or 0");
        };
    }

    /** The number of the last event that the client has; 0 when it has none. */
    long lastEvent() {
        return header.apply(ApiHeader.LAST_EVENT_ID)
                .map(text -> wholeNumber(ApiHeader.LAST_EVENT_ID, text))
                .or(() -> number("after"))
                .orElse(0L);
    }

    Optional<String> idempotencyKey() {
        return name(header, ApiHeader.IDEMPOTENCY_KEY, ApiLimits.NAME_BYTES);
    }

    /** Who the journal says asked. */
    String by() {
        return caller.calling(claimedName);
    }

    private static Optional<String> name(
            Function<String, Optional<String>> header, String field, int most) {
        Optional<String> name = header.apply(field);
        if (name.isPresent()
                && (name.get().length() > most || !NAME.matcher(name.get()).matches())) {
            throw Refusal.malformed(
                    "%s: expected at most %d letters, digits, spaces or . _ : @ / -"
                            .formatted(field, most));
        }
        return name;
    }

    private int small(String name) {
        long number = wholeNumber(name, part(name));
        if (number > LARGEST) throw Refusal.notFound("there is no %s %d".formatted(name, number));
        return (int) number;
    }

    private String part(String name) {
        return parts.getOrDefault(name, "");
    }

    private static long wholeNumber(String name, String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw Refusal.malformed(name + ": expected a whole number");
        }
        return Long.parseLong(text);
    }

    private static Map<String, String> fields(String query) {
        var fields = new HashMap<String, String>();
        if (query.isEmpty()) return fields;
        for (String field : query.split("&", -1)) {
            int equals = field.indexOf('=');
            if (equals <= 0) throw Refusal.malformed("the query is not made of name=value");
            if (fields.put(field.substring(0, equals), field.substring(equals + 1)) != null) {
                throw Refusal.malformed("the query says one thing twice");
            }
        }
        return fields;
    }

    private static String methods(List<Endpoint> there) {
        return "here one can "
                + String.join(" and ", there.stream().map(Endpoint::method).toList());
    }
}
