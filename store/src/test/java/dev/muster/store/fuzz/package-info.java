/**
 * Bytes that nobody would send, looked for by a fuzzer that watches which code they reach.
 *
 * <p>{@code mvn -Pfuzz test -pl store} looks for new ones, {@code -Dfuzz.seconds} long for each
 * target, from what real clients and servers said. What it has found worth keeping stands in {@code
 * src/test/resources/fuzz}, a line of hex for each input, and every build goes through that.
 */
@NullMarked
package dev.muster.store.fuzz;

import org.jspecify.annotations.NullMarked;
