/**
 * The peer barrier on TCP: one connection for each pair of participants, dialled by the one with
 * the higher id and dialled again, after a growing and jittered pause, whenever it breaks.
 *
 * <p>The wire, numbers big-endian. Both sides begin with four bytes, {@code "MPB"} and the version
 * 1; then come frames of a type (1 byte), the length of the body (2 bytes, at most {@code
 * FrameCodec.LONGEST_BODY}) and the body. The dialler speaks first:
 *
 * <pre>
 * 1 HELLO    sender 4, receiver 4, incarnation 8, members 4, fingerprint 8, name (1 + n ASCII)
 * 2 AT       generation 8, epoch 8, phase 1
 * 3 SEEN     generation 8, epoch 8, entered, informed: one bit a member each, in order of ids
 * 4 BROKEN   generation 8, epoch 8, origin 4, cause 1, phase 1, missing: bits, text (2 + n UTF-8)
 * 5 LEAVING  empty
 * 6 REFUSED  text (2 + n UTF-8); the connection ends
 * </pre>
 *
 * <p>HELLO says for the whole connection which group and whom every later frame speaks for, so they
 * do not say it again. What the network brings is not trusted: limits are checked before room is
 * made, a frame or a greeting that drips in is cut, and whoever is no other member of just this
 * group, or claims to be one who is connected already, is told so in one sentence and closed. There
 * is no secret: who can reach the port can claim an absent participant's id, so it listens on
 * loopback unless told otherwise.
 *
 * <p>Threads: everything that is decided is decided on one {@code AgentLoop}. For each connection
 * one virtual thread reads and one writes; they only wait, and post.
 */
@NullMarked
package dev.muster.agent.barrier.peer;

import org.jspecify.annotations.NullMarked;
