package dev.muster.agent.pairing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.HexFormat;

/**
 * A certificate for a key to travel in through TLS, signed by itself (RFC 5280 §4.1), without
 * extensions. Nobody here looks at anything in it but the key, so its name and its dates are always
 * the same: DER, written down once. Why no library does this: see the decision "Keys are pinned".
 */
final class SelfSigned {
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OID = 0x06;
    private static final int UTF8_STRING = 0x0c;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int UTC_TIME = 0x17;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int EXPLICIT_0 = 0xa0;

    /** Lengths up to here take one byte. */
    private static final int SHORT = 0x80;

    private static final String SIGNATURE = "SHA256withECDSA";

    /** 1.2.840.10045.4.3.2, which is {@link #SIGNATURE}; it has no parameters. */
    private static final byte[] ALGORITHM =
            der(SEQUENCE, der(OID, HexFormat.of().parseHex("2a8648ce3d040302")));

    /** 3, which is written as 2: some libraries read no other. */
    private static final byte[] VERSION = der(EXPLICIT_0, der(INTEGER, new byte[] {2}));

    /** CN=muster; 2.5.4.3 is the common name. */
    private static final byte[] NAME =
            der(
                    SEQUENCE,
                    der(
                            SET,
                            der(
                                    SEQUENCE,
                                    der(OID, HexFormat.of().parseHex("550403")),
                                    der(UTF8_STRING, ascii("muster")))));

    /** From 2026 on, and without an end (RFC 5280 §4.1.2.5): revoking is what ends a pairing. */
    private static final byte[] VALIDITY =
            der(
                    SEQUENCE,
                    der(UTC_TIME, ascii("260101000000Z")),
                    der(GENERALIZED_TIME, ascii("99991231235959Z")));

    private SelfSigned() {}

    /**
     * @param pair of an elliptic curve
     */
    static X509Certificate of(KeyPair pair) throws GeneralSecurityException {
        byte[] signed =
                der(
                        SEQUENCE,
                        VERSION,
                        der(INTEGER, BigInteger.ONE.toByteArray()),
                        ALGORITHM,
                        NAME,
                        VALIDITY,
                        NAME,
                        pair.getPublic().getEncoded());
        byte[] whole =
                der(
                        SEQUENCE,
                        signed,
                        ALGORITHM,
                        der(BIT_STRING, new byte[1], signature(signed, pair.getPrivate())));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[] signature(byte[] signed, PrivateKey key) throws GeneralSecurityException {
        var signature = Signature.getInstance(SIGNATURE);
        signature.initSign(key);
        signature.update(signed);
        return signature.sign();
    }

    private static byte[] der(int tag, byte[]... parts) {
        var content = new ByteArrayOutputStream();
        for (byte[] part : parts) content.writeBytes(part);
        var whole = new ByteArrayOutputStream();
        whole.write(tag);
        whole.writeBytes(length(content.size()));
        whole.writeBytes(content.toByteArray());
        return whole.toByteArray();
    }

    private static byte[] length(int length) {
        if (length < SHORT) return new byte[] {(byte) length};
        byte[] digits = BigInteger.valueOf(length).toByteArray();
        int zeros = digits[0] == 0 ? 1 : 0;
        var bytes = new ByteArrayOutputStream();
        bytes.write(SHORT + digits.length - zeros);
        bytes.write(digits, zeros, digits.length - zeros);
        return bytes.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
