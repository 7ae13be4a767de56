/**
 * A look into the store of a run, as a window or the API shows it: what its keys are for, how large
 * they are, who is connected and who waits for what. Values are not for everybody who may look, so
 * there is no more of them than {@link dev.muster.agent.store.Preview} lets through.
 */
@NullMarked
package dev.muster.agent.store;

import org.jspecify.annotations.NullMarked;
