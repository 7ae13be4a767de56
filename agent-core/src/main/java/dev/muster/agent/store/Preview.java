package dev.muster.agent.store;

import dev.muster.agent.journal.SecretWords;
import dev.muster.store.protocol.Bytes;

import java.nio.charset.StandardCharsets;

/**
 * What may be shown of a value: short plain text that nothing marks as a secret. Whatever is binary
 * is named by its kind only, for addresses and unique ids of process groups let strangers join.
 */
final class Preview {
    /** Of a value that is looked at. */
    static final int BYTES = 64;

    private static final int LONGEST = 48;

    private Preview() {}

    /** {@code beginning} are the first {@link #BYTES} of {@code length}. */
    static String of(String name, Bytes beginning, long length) {
        if (length == 0) return "empty";
        byte[] bytes = beginning.toByteArray();
        if (isPickle(bytes)) return "pickled Python object";
        for (byte each : bytes) if (each < ' ' || each > '~') return "binary";
        String text = new String(bytes, StandardCharsets.US_ASCII);
        if (SecretWords.isSecret(name) || SecretWords.isSecret(text) || isToken(text)) {
            return "hidden, for it may be a secret";
        }
        boolean whole = length <= LONGEST;
        return whole ? text : text.substring(0, Math.min(LONGEST, text.length())) + "…";
    }

    private static boolean isPickle(byte[] bytes) {
        return bytes.length > 2 && bytes[0] == (byte) 0x80 && bytes[1] >= 2 && bytes[1] <= 5;
    }

    /** One long word of letters and digits mixed, as tokens are; paths and addresses have more. */
    private static boolean isToken(String text) {
        return text.length() >= 20
                && text.matches("[A-Za-z0-9_+=-]+")
                && text.matches(".*[0-9].*")
                && text.matches(".*[A-Za-z].*");
    }
}
