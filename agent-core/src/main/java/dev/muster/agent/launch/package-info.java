/**
 * From what a person typed to what is run: torchrun's flags and the launch form both fill a {@link
 * dev.muster.agent.launch.LaunchDraft}; the checks turn it into a job spec or into sentences about
 * what is wrong; a spec and a rank make one worker's command line and environment.
 */
@NullMarked
package dev.muster.agent.launch;

import org.jspecify.annotations.NullMarked;
