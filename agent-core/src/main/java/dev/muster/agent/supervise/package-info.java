/**
 * Who decides what becomes of a group of workers.
 *
 * <p>A group is <em>running</em> until a worker fails, all are done, or somebody asks for
 * something; then it is <em>stopping</em> until every worker is gone, then <em>clearing</em> until
 * everything the workers left behind is gone too; then it starts anew or is over. In a job of
 * several nodes a failure is <em>in doubt</em> until it is known whether another node's end brought
 * it about: only an own failure costs a restart, or ends the job. Everything here is pure; {@code
 * supervise.process} runs it on real processes.
 */
@NullMarked
package dev.muster.agent.supervise;

import org.jspecify.annotations.NullMarked;
