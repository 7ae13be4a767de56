package dev.muster.agent.pairing;

import java.security.cert.CertificateException;

/**
 * A key that is not to be talked to. The message says why to those at this end; the other end only
 * learns that it is so.
 */
public final class DistrustedKey extends CertificateException {
    private static final long serialVersionUID = 1L;

    private DistrustedKey(String message) {
        super(message);
    }

    public static DistrustedKey notPaired(KeyPin key) {
        return new DistrustedKey("the key %s is not paired with us".formatted(key));
    }

    public static DistrustedKey revoked(PairedClient client) {
        return new DistrustedKey(
                "the pairing with %s, key %s, was revoked".formatted(client.name(), client.key()));
    }

    static DistrustedKey changed(AgentAddress address, KeyPin expected, KeyPin found) {
        return new DistrustedKey(
                ("what answers at %s is not the agent that was paired: expected the key %s, found"
                                + " %s; nothing was sent to it. If its key was made anew, pair"
                                + " again: `muster pair` there makes a code")
                        .formatted(address, expected, found));
    }
}
