/**
 * Many agents as one, for whoever looks at all of them: those of this user on this machine as they
 * come and go, those on other machines, jobs that are only watched, and runs of the past.
 *
 * <p>A {@link dev.muster.agent.fleet.Fleet} is a session itself, so a screen that shows one run
 * need not know where the run is.
 */
@NullMarked
package dev.muster.agent.fleet;

import org.jspecify.annotations.NullMarked;
