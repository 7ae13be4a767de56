/**
 * Why workers fail, and whose failure it was.
 *
 * <p>What is known of a worker that ended is a {@link dev.muster.agent.diagnose.Diagnosis.Case}:
 * its true wait status, what it left in its error file and its stderr, the timer that ran out, and
 * the system's counter of out-of-memory kills. A {@link dev.muster.agent.diagnose.Diagnosis} makes
 * a cause of it, and {@link dev.muster.agent.diagnose.Blame} tells the culprit of an attempt from
 * those it took along. Reading blocks; nothing here runs on the agent's thread but {@code OomKills}
 * and the copy of the error file.
 */
@NullMarked
package dev.muster.agent.diagnose;

import org.jspecify.annotations.NullMarked;
