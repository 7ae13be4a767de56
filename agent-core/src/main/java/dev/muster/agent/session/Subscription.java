package dev.muster.agent.session;

/** Something being listened to, until closed. Closing twice is harmless. Any thread. */
public interface Subscription extends AutoCloseable {
    @Override
    void close();
}
