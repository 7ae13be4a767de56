package dev.muster.agent.job;

/** How much attention a line asks for, by what it says of itself. */
public enum LineLevel {
    PLAIN,
    WARNING,
    ERROR
}
