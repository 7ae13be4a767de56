/** What a failed worker left behind that says why: its error file, its last lines. */
@NullMarked
package dev.muster.agent.diagnose;

import org.jspecify.annotations.NullMarked;
