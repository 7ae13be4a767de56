package dev.muster.agent.control.client;

import dev.muster.agent.control.client.ControlFailure.Distrusted;
import dev.muster.agent.control.client.ControlFailure.Unreachable;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.DistrustedKey;
import dev.muster.agent.pairing.KeyPin;

import io.netty.handler.ssl.NotSslRecordException;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;
import java.util.stream.Stream;

import javax.net.ssl.SSLException;

/**
 * What it means to the user when TLS does not come about, or ends.
 *
 * @param own the key that we show
 */
record TlsFailure(AgentAddress address, KeyPin own) {
    /** In the names of the alerts that are about keys. */
    private static final String KEY_REFUSED = "certificate";

    /**
     * Before the handshake is done. What is said then, anybody on the way may have said: only the
     * key that we see ourselves is a reason to give up for good.
     */
    ControlFailure of(Throwable broken) {
        Optional<DistrustedKey> wrongKey =
                causes(broken)
                        .filter(DistrustedKey.class::isInstance)
                        .map(DistrustedKey.class::cast)
                        .findFirst();
        if (wrongKey.isPresent())
            return new Distrusted(String.valueOf(wrongKey.get().getMessage()));
        if (causes(broken).anyMatch(NotSslRecordException.class::isInstance)) {
            return new Unreachable("what answers at %s does not speak TLS".formatted(address));
        }
        return causes(broken)
                .filter(SSLException.class::isInstance)
                .map(cause -> String.valueOf(cause.getMessage()))
                .findFirst()
                .map(this::ofTls)
                .orElseGet(() -> notReached(broken));
    }

    /**
     * When the handshake is done on our side: who speaks has the key that was expected, and may say
     * only now that it does not take ours (RFC 8446 §4.4.2.4).
     */
    ControlFailure ofEstablished(Throwable broken) {
        boolean isRefused =
                causes(broken)
                        .filter(SSLException.class::isInstance)
                        .anyMatch(
                                cause -> String.valueOf(cause.getMessage()).contains(KEY_REFUSED));
        return isRefused
                ? Distrusted.byAgent(
                        ("the agent at %s does not take this machine's key %s: it was never"
                                        + " paired, or that was revoked; `muster pair` there makes"
                                        + " a new code")
                                .formatted(address, own))
                : of(broken);
    }

    private ControlFailure ofTls(String said) {
        if (said.contains("protocol")) {
            return new Unreachable("what answers at %s does not speak TLS 1.3".formatted(address));
        }
        return new Unreachable("no TLS with %s: %s".formatted(address, said));
    }

    private Unreachable notReached(Throwable broken) {
        if (causes(broken).anyMatch(UnknownHostException.class::isInstance)) {
            return new Unreachable("there is no host \"%s\"".formatted(address.host()));
        }
        if (causes(broken).anyMatch(ClosedChannelException.class::isInstance)) {
            return new Unreachable("what answers at %s hung up at once".formatted(address));
        }
        String why =
                causes(broken)
                        .filter(ConnectException.class::isInstance)
                        .findFirst()
                        .orElse(broken)
                        .getMessage();
        return new Unreachable("the agent at %s is not reached: %s".formatted(address, why));
    }

    private static Stream<Throwable> causes(Throwable broken) {
        return Stream.iterate(broken, cause -> cause != null, Throwable::getCause);
    }
}
