/** The field's own words as types: ranks, runs, exits, and what a person asked to be run. */
@NullMarked
package dev.muster.agent.job;

import org.jspecify.annotations.NullMarked;
