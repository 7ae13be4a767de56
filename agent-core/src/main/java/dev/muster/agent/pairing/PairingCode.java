package dev.muster.agent.pairing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * 128 bits that only the agent and the one it showed them to know. What goes over the wire is never
 * the code, only a proof that somebody has it.
 *
 * @param text 32 hexadecimal digits in lower case
 */
public record PairingCode(String text) {
    private static final int BYTES = 16;
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{%d}".formatted(2 * BYTES));
    private static final Pattern BETWEEN = Pattern.compile("[\\s-]+");
    private static final Pattern GROUP = Pattern.compile("(.{4})(?=.)");
    private static final String HMAC = "HmacSHA256";

    /** Who proves; one side's proof is worth nothing in the other's mouth. */
    public enum Side {
        AGENT,
        CLIENT
    }

    public PairingCode {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "code: expected %d hexadecimal digits, with or without dashes"
                            .formatted(2 * BYTES));
        }
    }

    public static PairingCode random(RandomGenerator chance) {
        var bytes = new byte[BYTES];
        chance.nextBytes(bytes);
        return new PairingCode(HexFormat.of().formatHex(bytes));
    }

    /**
     * Reads what somebody typed.
     *
     * @throws IllegalArgumentException with a sentence for the user when it is no code
     */
    public static PairingCode read(String typed) {
        return new PairingCode(BETWEEN.matcher(typed).replaceAll("").toLowerCase(Locale.ROOT));
    }

    /** In groups, for people. */
    public String grouped() {
        return GROUP.matcher(text).replaceAll("$1-");
    }

    /**
     * That this side has the code and sees these two keys, in hexadecimal digits.
     *
     * @param agent the key of the one that listens
     * @param client the key of the one that came
     */
    public String proof(Side side, KeyPin agent, KeyPin client) {
        try {
            var mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(HexFormat.of().parseHex(text), HMAC));
            String said = "muster pairing 1\n%s\n%s\n%s".formatted(side, agent, client);
            return HexFormat.of().formatHex(mac.doFinal(said.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + HMAC, e);
        }
    }

    /** Whether that is the proof; takes as long whether it is or not. */
    public boolean isProved(String proof, Side side, KeyPin agent, KeyPin client) {
        return MessageDigest.isEqual(
                proof.getBytes(StandardCharsets.UTF_8),
                proof(side, agent, client).getBytes(StandardCharsets.UTF_8));
    }

    /** Says nothing: a log is no place for it. */
    @Override
    public String toString() {
        return "a pairing code";
    }
}
