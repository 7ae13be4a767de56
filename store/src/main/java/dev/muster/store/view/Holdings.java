package dev.muster.store.view;

/**
 * How much a server holds, in the measures of {@code Capacity}.
 *
 * @param connections that are open
 * @param keys there are
 * @param storedBytes in keys and queues
 * @param waitingBytes of names that somebody waits for or watches
 * @param transitBytes of half-read requests and unread answers
 * @param readyBytes of large values that were asked for, as answers to whoever asks next; beside
 *     what {@code Capacity} limits, and 32 MiB at most
 */
public record Holdings(
        int connections,
        int keys,
        long storedBytes,
        long waitingBytes,
        long transitBytes,
        long readyBytes) {
    /** What a server holds that is closed. */
    public static final Holdings NONE = new Holdings(0, 0, 0, 0, 0, 0);
}
