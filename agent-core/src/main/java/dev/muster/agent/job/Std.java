package dev.muster.agent.job;

/**
 * Which streams of one worker are meant, with torchrun's numbers: NONE 0, OUT 1, ERR 2, ALL 3
 * (spec/elastic-agent §4.4).
 */
public enum Std {
    NONE,
    OUT,
    ERR,
    ALL;

    /** True when the mask names that stream. */
    public boolean has(LogStream stream) {
        return (ordinal() & (stream == LogStream.STDOUT ? 1 : 2)) != 0;
    }

    /** Both masks together. */
    public Std or(Std other) {
        return values()[ordinal() | other.ordinal()];
    }
}
