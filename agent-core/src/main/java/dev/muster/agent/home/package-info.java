/** Where Muster keeps its files, and where agents listen. */
@NullMarked
package dev.muster.agent.home;

import org.jspecify.annotations.NullMarked;
