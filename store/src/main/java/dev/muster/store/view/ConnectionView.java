package dev.muster.store.view;

import dev.muster.store.protocol.Dialect;

import java.util.Map;
import java.util.Optional;

/**
 * One connection of a client.
 *
 * @param peer the client's address and port, in numbers
 * @param dialect empty while it is not known, which may be for good
 * @param lastRequest what the client asked last, in the words of {@code StoreRequest}
 * @param openWait what the client waits for now
 * @param operations how often it has asked for what since it was opened, by the protocol's names; a
 *     request counts once it is whole
 * @param bytesIn received since it was opened
 * @param bytesOut answered since then, also what the client has not read yet
 */
public record ConnectionView(
        String peer,
        Optional<Dialect> dialect,
        Optional<String> lastRequest,
        Optional<OpenWait> openWait,
        Map<String, Long> operations,
        long bytesIn,
        long bytesOut) {}
