/**
 * Whether this machine can do what a run needs, asked before the first one: {@code muster doctor}.
 *
 * <p>Each {@link dev.muster.agent.doctor.Check} looks at one thing and answers with {@link
 * dev.muster.agent.doctor.Finding}s: what it found, how bad that is, and what to do. Checks change
 * nothing. {@link dev.muster.agent.doctor.Doctor} asks all of them at once, and waits for none for
 * longer than its patience: name services and disks of other machines may never answer.
 */
@NullMarked
package dev.muster.agent.doctor;

import org.jspecify.annotations.NullMarked;
