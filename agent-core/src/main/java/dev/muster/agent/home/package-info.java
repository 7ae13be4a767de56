/** Where Muster keeps its files, for the agent, the command and the window alike. */
@NullMarked
package dev.muster.agent.home;

import org.jspecify.annotations.NullMarked;
