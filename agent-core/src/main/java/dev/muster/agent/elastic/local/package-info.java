/**
 * torch's elastic agent on this machine, by an {@link dev.muster.agent.Agent} that hosts one run.
 */
@NullMarked
package dev.muster.agent.elastic.local;

import org.jspecify.annotations.NullMarked;
