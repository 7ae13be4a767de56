package dev.muster.agent.control.client;

/** A stream of an agent that is being listened to, until closed. Any thread. */
public interface Following extends AutoCloseable {
    /** Takes no more bytes from the agent until {@link #resume}; a few may be on their way. */
    void pause();

    void resume();

    /** Nothing more is heard, once what is being told at this moment has been told. */
    @Override
    void close();
}
