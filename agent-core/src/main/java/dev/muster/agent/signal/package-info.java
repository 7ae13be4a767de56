/** How this process hears of signals that are sent to it. */
@NullMarked
package dev.muster.agent.signal;

import org.jspecify.annotations.NullMarked;
