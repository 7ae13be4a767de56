package dev.muster.agent.pairing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/**
 * TLS 1.3 between two keys that both sides show. Names, dates and signers of certificates are not
 * looked at, and so the check of host names is off, explicitly: the pin takes its place. Any
 * thread; keys are looked at on whatever thread does the handshake.
 */
public final class PinnedTls {
    private static final String[] PROTOCOLS = {"TLSv1.3"};

    private final SSLContext context;

    private PinnedTls(Identity own, PinTrust trust) {
        try {
            context = SSLContext.getInstance(PROTOCOLS[0]);
            context.init(keys(own).getKeyManagers(), new TrustManager[] {trust}, null);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("every Java speaks TLS 1.3", e);
        }
    }

    private static KeyManagerFactory keys(Identity own)
            throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12"); // in memory only
        store.load(null, null);
        var chain = new Certificate[] {own.certificate()};
        store.setKeyEntry("muster", own.key(), new char[0], chain);
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        return keys;
    }

    /**
     * The end that listens.
     *
     * @param whyNot why that key is refused; empty when it may come in
     */
    public static PinnedTls listening(
            Identity own, Function<KeyPin, Optional<DistrustedKey>> whyNot) {
        return new PinnedTls(
                own,
                new PinTrust(
                        key -> {
                            Optional<DistrustedKey> refused = whyNot.apply(key);
                            if (refused.isPresent()) throw refused.get();
                        }));
    }

    /** The end that comes, to an agent whose key is known. */
    public static PinnedTls coming(Identity own, AgentAddress address, KeyPin expected) {
        return new PinnedTls(
                own,
                new PinTrust(
                        key -> {
                            if (!key.equals(expected)) {
                                throw DistrustedKey.changed(address, expected, key);
                            }
                        }));
    }

    /**
     * Looks at the key of whoever answers there, and hangs up. Waits for that long, and no longer
     * for one that says something now and then.
     *
     * @throws IOException when nobody does, or does not speak TLS 1.3; the message is for the user
     */
    public static KeyPin keyAt(AgentAddress address, Identity own, Duration patience)
            throws IOException {
        var seen = new AtomicReference<Optional<KeyPin>>(Optional.empty());
        var tls = new PinnedTls(own, new PinTrust(key -> seen.set(Optional.of(key))));
        var late = new AtomicBoolean();
        try (var plain = new Socket()) {
            plain.setSoTimeout((int) patience.toMillis());
            plain.connect(
                    new InetSocketAddress(address.host(), address.port()),
                    (int) patience.toMillis());
            var deadline =
                    CompletableFuture.delayedExecutor(
                            patience.toMillis(), TimeUnit.MILLISECONDS, Thread::startVirtualThread);
            deadline.execute(() -> hangUp(plain, late));
            var factory = tls.context.getSocketFactory();
            try (var socket =
                    (SSLSocket) factory.createSocket(plain, address.host(), address.port(), true)) {
                socket.setEnabledProtocols(PROTOCOLS);
                socket.startHandshake();
            }
        } catch (IOException e) {
            if (late.get()) throw new IOException("its handshake takes too long", e);
            // who does not take our key may hang up while we speak, and has shown its own by then
            if (!(e instanceof SocketException) || seen.get().isEmpty()) throw e;
        }
        return seen.get().orElseThrow(() -> new IOException("it shows no key"));
    }

    private static void hangUp(Socket socket, AtomicBoolean late) {
        late.set(!socket.isClosed());
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nobody waits for it
        }
    }

    public SSLEngine listener() {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setNeedClientAuth(true);
        return restricted(engine);
    }

    /** Without the other's name: sessions are not resumed then, and each shows its keys. */
    public SSLEngine comer() {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(true);
        return restricted(engine);
    }

    private static SSLEngine restricted(SSLEngine engine) {
        engine.setEnabledProtocols(PROTOCOLS);
        var parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm(
                null); // the pin identifies, the name does not
        engine.setSSLParameters(parameters);
        return engine;
    }

    /** The key of whoever is at the other end of a handshake that is done. */
    public static KeyPin peerOf(SSLSession session) throws SSLPeerUnverifiedException {
        return KeyPin.of(session.getPeerCertificates()[0].getPublicKey());
    }
}
