package dev.muster.agent.control.client;

import java.nio.ByteBuffer;

/**
 * Bytes of a worker's log.
 *
 * @param size of the whole log when they were read
 */
public record LogPiece(long size, ByteBuffer bytes) {}
