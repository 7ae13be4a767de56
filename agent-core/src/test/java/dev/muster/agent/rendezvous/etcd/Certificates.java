package dev.muster.agent.rendezvous.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** Certificates for tests, made on the spot with the JDK's own tool. */
final class Certificates {
    private static final String PASSWORD = "changeit";
    private static final String ALIAS = "etcd";

    private Certificates() {}

    /** One that signs itself, for a server on the loopback interface and for its clients. */
    static EtcdTls.Identity selfSigned(Path folder)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path made = folder.resolve("made.p12");
        String command =
                "%s/bin/keytool -genkeypair -alias %s -keyalg EC -dname CN=%s -ext san=ip:127.0.0.1"
                        + " -keystore %s -storepass %s";
        var keytool =
                command.formatted(System.getProperty("java.home"), ALIAS, ALIAS, made, PASSWORD);
        assertThat(new ProcessBuilder(keytool.split(" ")).start().waitFor()).isZero();
        var store = KeyStore.getInstance(made.toFile(), PASSWORD.toCharArray());
        byte[] certificate = store.getCertificate(ALIAS).getEncoded();
        byte[] key = store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded();
        return new EtcdTls.Identity(
                pem(folder, "CERTIFICATE", certificate), pem(folder, "PRIVATE KEY", key));
    }

    private static Path pem(Path folder, String kind, byte[] content) throws IOException {
        String text =
                "-----BEGIN %s-----%n%s%n-----END %s-----%n"
                        .formatted(kind, Base64.getMimeEncoder().encodeToString(content), kind);
        return Files.writeString(folder.resolve(kind + ".pem"), text);
    }
}
