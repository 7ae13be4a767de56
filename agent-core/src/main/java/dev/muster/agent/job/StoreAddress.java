package dev.muster.agent.job;

/**
 * Where the workers meet.
 *
 * @param host as the workers of every node can reach it
 * @param ofAgent whether an agent runs it, so that no worker has to
 */
public record StoreAddress(String host, int port, boolean ofAgent) {}
