/**
 * Who may control an agent from another machine, and which agents this machine controls.
 *
 * <p>Every user has one key on a machine, made when it is needed first, and is known by the SHA-256
 * of its public half; certificates are only what TLS carries keys in. Two sides come to know each
 * other by a one-time code: 128 bits of chance that the agent shows to its user, who gives them to
 * the other side. Each proves that it has the code by an HMAC over <em>both</em> keys, as it sees
 * them at its end of the connection. Somebody in between has keys of his own, so neither side's
 * proof fits what the other sees, and 128 bits cannot be found by trying.
 *
 * <p>What was agreed on lies in {@code pairing} in the folder of settings, for its owner only.
 * Those files are the truth: an agent looks again whenever they change, as sshd does with its keys.
 */
@NullMarked
package dev.muster.agent.pairing;

import org.jspecify.annotations.NullMarked;
