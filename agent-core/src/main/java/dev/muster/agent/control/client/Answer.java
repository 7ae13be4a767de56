package dev.muster.agent.control.client;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/**
 * Hears what comes back of a request: {@code begins}, {@code goesOn} any number of times, {@code
 * ends}; or {@code fails} at any point, and nothing more. On the client's thread. A {@link
 * ControlFailure} thrown here ends the exchange, and comes back to {@code fails}.
 */
interface Answer {
    /** The first part of an answer; names of headers are in lower case. */
    record Head(int status, Map<String, String> headers) {
        public Head {
            headers = Map.copyOf(headers);
        }

        Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name));
        }

        boolean isGood() {
            return status >= 200 && status < 300;
        }
    }

    void begins(Head head);

    /** {@code piece} is lent for this call only. */
    void goesOn(ByteBuffer piece);

    void ends();

    void fails(ControlFailure why);
}
