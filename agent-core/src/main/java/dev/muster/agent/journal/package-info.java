/** A run's events on disk, one JSON object a line: {@code events.jsonl} in the run's folder. */
@NullMarked
package dev.muster.agent.journal;

import org.jspecify.annotations.NullMarked;
