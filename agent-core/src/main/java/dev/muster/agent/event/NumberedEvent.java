package dev.muster.agent.event;

/** An event with its place in its run's stream: 1, 2, 3 … without gaps. */
public record NumberedEvent(long seq, AgentEvent event) {
    public NumberedEvent {
        if (seq < 1) throw new IllegalArgumentException("seq: " + seq + " (expected: >= 1)");
    }
}
