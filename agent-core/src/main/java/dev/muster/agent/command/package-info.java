/** What a person or a program may ask of a run, and what became of it. */
@NullMarked
package dev.muster.agent.command;

import org.jspecify.annotations.NullMarked;
