package dev.muster.agent.control.client;

import dev.muster.agent.control.client.ControlFailure.Distrusted;
import dev.muster.agent.control.client.ControlFailure.Unreachable;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.DistrustedKey;
import dev.muster.agent.pairing.KeyPin;

import io.netty.handler.ssl.NotSslRecordException;

import java.net.ConnectException;
import java.util.Optional;
import java.util.stream.Stream;

import javax.net.ssl.SSLException;

/**
 * What it means to the user when TLS does not come about, or ends.
 *
 * @param own the key that we show
 */
record TlsFailure(AgentAddress address, KeyPin own) {
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

    private ControlFailure ofTls(String said) {
        if (said.contains("certificate")) {
            return new Distrusted(
                    ("the agent at %s does not take this machine's key %s: it was never paired, or"
                                    + " that was revoked; `muster pair` there makes a new code")
                            .formatted(address, own));
        }
        if (said.contains("protocol")) {
            return new Unreachable("what answers at %s does not speak TLS 1.3".formatted(address));
        }
        return new Unreachable("no TLS with %s: %s".formatted(address, said));
    }

    private Unreachable notReached(Throwable broken) {
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
