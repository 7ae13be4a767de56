package dev.muster.agent.pairing;

import dev.muster.agent.home.MusterHome;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * This user's own key, and the certificate that carries its public half. In PEM, so that {@code
 * curl} and {@code openssl} can use it too.
 */
public record Identity(PrivateKey key, X509Certificate certificate) {
    private static final String FILE = "identity.pem";
    private static final String ALGORITHM = "EC";
    private static final String CURVE = "secp256r1"; // what every TLS 1.3 speaks (RFC 8446 §9.1)
    private static final String KEY = "PRIVATE KEY";
    private static final String CERTIFICATE = "CERTIFICATE";

    /**
     * Reads it, or makes it where there is none yet.
     *
     * @throws IOException when it can be neither; the message is a sentence for the user
     */
    public static Identity of(MusterHome home) throws IOException {
        var files = new PrivateFiles(home);
        return files.alone(
                () -> {
                    Optional<String> kept = files.read(FILE);
                    if (kept.isPresent()) return read(kept.get());
                    Identity made = make();
                    files.write(FILE, made.pem());
                    return made;
                });
    }

    static Identity make() throws IOException {
        try {
            var generator = KeyPairGenerator.getInstance(ALGORITHM);
            generator.initialize(new ECGenParameterSpec(CURVE));
            KeyPair pair = generator.generateKeyPair();
            return new Identity(pair.getPrivate(), SelfSigned.of(pair));
        } catch (GeneralSecurityException e) {
            throw new IOException("no key can be made: " + e.getMessage(), e);
        }
    }

    private static Identity read(String pem) throws IOException {
        try {
            PrivateKey key =
                    KeyFactory.getInstance(ALGORITHM)
                            .generatePrivate(new PKCS8EncodedKeySpec(part(KEY, pem)));
            var certificate =
                    (X509Certificate)
                            CertificateFactory.getInstance("X.509")
                                    .generateCertificate(
                                            new ByteArrayInputStream(part(CERTIFICATE, pem)));
            return new Identity(key, certificate);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(
                    ("%s, your own key, cannot be read (%s); without the file a new one is made,"
                                    + " and every machine must be paired again")
                            .formatted(FILE, e.getMessage()),
                    e);
        }
    }

    private static byte[] part(String name, String pem) {
        Matcher found =
                Pattern.compile(
                                "-----BEGIN %1$s-----(.*?)-----END %1$s-----".formatted(name),
                                Pattern.DOTALL)
                        .matcher(pem);
        if (!found.find()) throw new IllegalArgumentException("it has no " + name);
        return Base64.getMimeDecoder().decode(found.group(1));
    }

    private String pem() throws IOException {
        try {
            return pem(KEY, key.getEncoded()) + pem(CERTIFICATE, certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IOException("a certificate of ours has no bytes", e);
        }
    }

    private static String pem(String name, byte[] bytes) {
        var base64 = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
                .formatted(name, base64.encodeToString(bytes));
    }

    /** What others know us by. */
    public KeyPin pin() {
        return KeyPin.of(certificate.getPublicKey());
    }

    /** Never the key. */
    @Override
    public String toString() {
        return "the key " + pin();
    }
}
