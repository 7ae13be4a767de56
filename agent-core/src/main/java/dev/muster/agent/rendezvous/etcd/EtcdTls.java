package dev.muster.agent.rendezvous.etcd;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** The PEM files that etcd's own tools take, as the JDK wants them. */
final class EtcdTls {
    private static final String KEY_BEGINS = "-----BEGIN PRIVATE KEY-----";
    private static final String KEY_ENDS = "-----END PRIVATE KEY-----";
    private static final char[] NO_PASSWORD = {};

    private EtcdTls() {}

    /** What we show to an etcd that wants to know its clients. */
    record Identity(Path chain, Path key) {}

    /**
     * @param authority who signed the members' certificates; by default whom the JDK trusts
     * @throws IllegalArgumentException when a file is not what it should be
     */
    static SSLContext context(Optional<Path> authority, Optional<Identity> identity) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(
                    identity.isPresent() ? keys(identity.get()) : new KeyManager[0],
                    authority.isPresent() ? trust(authority.get()) : null,
                    null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("TLS toward etcd: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("TLS toward etcd: cannot read " + e.getMessage(), e);
        }
    }

    private static TrustManager[] trust(Path authority)
            throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        int count = 0;
        for (Certificate each : certificates(authority)) {
            store.setCertificateEntry("authority " + count++, each);
        }
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyManager[] keys(Identity identity)
            throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        Certificate[] chain = certificates(identity.chain()).toArray(Certificate[]::new);
        store.setKeyEntry("client", key(identity.key()), NO_PASSWORD, chain);
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        return store;
    }

    private static Collection<? extends Certificate> certificates(Path file)
            throws GeneralSecurityException, IOException {
        try (InputStream content = Files.newInputStream(file)) {
            var found = CertificateFactory.getInstance("X.509").generateCertificates(content);
            if (!found.isEmpty()) return found;
            throw new IllegalArgumentException(file + " has no certificate in it");
        }
    }

    private static PrivateKey key(Path file) throws GeneralSecurityException, IOException {
        String text = Files.readString(file);
        int begin = text.indexOf(KEY_BEGINS);
        int end = text.indexOf(KEY_ENDS);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException(
                    ("%s has no key in PKCS #8 form, unencrypted (openssl pkcs8 -topk8 -nocrypt"
                                    + " makes one)")
                            .formatted(file));
        }
        byte[] content =
                Base64.getMimeDecoder().decode(text.substring(begin + KEY_BEGINS.length(), end));
        for (String algorithm : List.of("EC", "RSA", "EdDSA")) {
            try {
                return KeyFactory.getInstance(algorithm)
                        .generatePrivate(new PKCS8EncodedKeySpec(content));
            } catch (InvalidKeySpecException _) {
                continue; // of another kind
            }
        }
        throw new IllegalArgumentException(file + " has a key that is neither EC, RSA nor EdDSA");
    }
}
