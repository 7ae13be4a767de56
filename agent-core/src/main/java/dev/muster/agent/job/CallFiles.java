package dev.muster.agent.job;

import java.nio.file.Path;

/**
 * How the call of a {@link Entrypoint.Callable} reaches a worker, and what it returns comes back.
 * All paths are absolute.
 *
 * @param caller the Python program that makes the call; of no use to a Java function
 * @param arguments a JSON array
 * @param result what was returned, as JSON; there only once the call has succeeded
 */
public record CallFiles(Path caller, Path arguments, Path result) {}
