/**
 * The rules of {@code supervise} on real processes: start, signal, await, and the whole tree.
 *
 * <p>Workers are started by {@code posix_spawn} and awaited by {@code waitid}, not by {@code
 * java.lang.Process}: only so is a signal told from an exit code of 128 + n, and only so does a
 * worker lead a session of its own. Every worker carries a marker in its environment by which it
 * and all it starts are found again; a guardian process ends whatever carries the agent's marker
 * when the agent itself dies.
 */
@NullMarked
package dev.muster.agent.supervise.process;

import org.jspecify.annotations.NullMarked;
