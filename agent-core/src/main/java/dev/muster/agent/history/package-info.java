/**
 * The runs of the past: an index over their folders, so that a run can be found again, opened,
 * compared, started once more or deleted.
 *
 * <p>The folders are the truth. The index ({@code history.db}, SQLite) only makes looking through
 * them quick: it is brought up to date with each question, and made anew when it is missing,
 * damaged or of an older version. It holds no values of environment variables.
 */
@NullMarked
package dev.muster.agent.history;

import org.jspecify.annotations.NullMarked;
