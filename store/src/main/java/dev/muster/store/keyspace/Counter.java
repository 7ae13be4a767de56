package dev.muster.store.keyspace;

import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Value;

import java.util.OptionalLong;

/**
 * Numbers as the store keeps them: decimal text. Read as C's {@code strtoll} reads it, since what
 * stands under a key need not have been written by ADD: leading white space, a sign, digits, and
 * whatever follows is ignored.
 */
final class Counter {
    private Counter() {}

    static Value write(long number) {
        return Value.of(Long.toString(number));
    }

    /** Empty if there are no digits or they exceed 64 bits. */
    static OptionalLong read(Value value) {
        Bytes text = value.content();
        int at = skipWhiteSpace(text);
        boolean negative = at < text.length() && text.at(at) == '-';
        if (negative || (at < text.length() && text.at(at) == '+')) at++;
        int firstDigit = at;
        long magnitude = 0; // kept negative: the lowest long has no positive counterpart
        while (at < text.length() && isDigit(text.at(at))) {
            int digit = text.at(at++) - '0';
            if (magnitude < (Long.MIN_VALUE + digit) / 10) return OptionalLong.empty();
            magnitude = magnitude * 10 - digit;
        }
        boolean fits = negative || magnitude != Long.MIN_VALUE;
        if (at == firstDigit || !fits) return OptionalLong.empty();
        return OptionalLong.of(negative ? magnitude : -magnitude);
    }

    private static int skipWhiteSpace(Bytes text) {
        int at = 0;
        while (at < text.length() && isWhiteSpace(text.at(at))) at++;
        return at;
    }

    private static boolean isWhiteSpace(byte b) {
        return b == ' ' || (b >= '\t' && b <= '\r');
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
