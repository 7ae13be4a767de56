package dev.muster.agent.pairing;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts keys, and looks at nothing else that a certificate says. An extended trust manager,
 * because JSSE puts checks of host names in front of a plain one.
 */
final class PinTrust extends X509ExtendedTrustManager {
    /** Which keys are trusted. */
    @FunctionalInterface
    interface Check {
        /**
         * Returns when it is.
         *
         * @throws CertificateException when not
         */
        void trust(KeyPin key) throws CertificateException;
    }

    private final Check check;

    PinTrust(Check check) {
        this.check = check;
    }

    private void look(X509Certificate[] chain) throws CertificateException {
        check.trust(KeyPin.of(chain[0].getPublicKey()));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        look(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        look(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        look(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        look(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        look(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        look(chain);
    }

    /** Whoever signed it makes no difference. */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
