package dev.muster.agent.pairing;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * What a key is known by: the SHA-256 of its SubjectPublicKeyInfo, written as ssh does it. Without
 * its beginning it is what {@code curl --pinnedpubkey} takes.
 */
public record KeyPin(String text) {
    private static final String START = "SHA256:";
    private static final Pattern FORM = Pattern.compile(START + "[A-Za-z0-9+/]{43}");

    public KeyPin {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "key: found \"%s\", expected SHA256: and 43 characters of Base64"
                            .formatted(text));
        }
    }

    public static KeyPin of(PublicKey key) {
        byte[] digest = sha256().digest(key.getEncoded());
        return new KeyPin(START + Base64.getEncoder().withoutPadding().encodeToString(digest));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
