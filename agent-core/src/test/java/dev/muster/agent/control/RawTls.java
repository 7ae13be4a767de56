package dev.muster.agent.control;

import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.Identity;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Optional;

import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Java's own TLS with whatever key and version, which believes everybody and sends anything. */
final class RawTls implements AutoCloseable {
    /** An answer that never comes fails the test, and does not hold up all others. */
    private static final int PATIENCE_MILLIS = 120_000;

    private final SSLSocket socket;

    private RawTls(SSLSocket socket) {
        this.socket = socket;
    }

    /**
     * Before its handshake, which the first byte begins.
     *
     * @param key shown to the agent; absent to show none
     */
    static RawTls connect(AgentAddress address, Optional<Identity> key, String protocol)
            throws IOException {
        try {
            var context = SSLContext.getInstance("TLS");
            KeyManager[] keys = key.isPresent() ? keys(key.get()) : new KeyManager[0];
            context.init(keys, new TrustManager[] {new Everybody()}, null);
            var socket =
                    (SSLSocket)
                            context.getSocketFactory().createSocket(address.host(), address.port());
            socket.setEnabledProtocols(new String[] {protocol});
            socket.setSoTimeout(PATIENCE_MILLIS);
            return new RawTls(socket);
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    static RawTls connect(AgentAddress address, Identity key) throws IOException {
        return connect(address, Optional.of(key), "TLSv1.3");
    }

    /** Asks for one thing on a connection of its own. */
    static RawClient.Reply ask(
            AgentAddress address,
            Identity key,
            String method,
            String target,
            String body,
            String... headers)
            throws IOException {
        try (var client = connect(address, key)) {
            client.send(RawClient.request(method, target, body, headers));
            return RawClient.reply(client.readAll());
        }
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    /** Everything until the agent closes. */
    String readAll() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** What came next; an empty text at the end. */
    String readNext() throws IOException {
        var piece = new byte[1 << 16];
        int length = socket.getInputStream().read(piece);
        return length < 0 ? "" : new String(piece, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** Whatever is under way on other threads. */
    void hangUp() throws IOException {
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static KeyManager[] keys(Identity own) throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("a", own.key(), new char[0], new Certificate[] {own.certificate()});
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        return keys.getKeyManagers();
    }

    /** Everybody is who he says. */
    private static final class Everybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
