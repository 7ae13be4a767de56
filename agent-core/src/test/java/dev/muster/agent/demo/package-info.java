/** The demo's story, told on a virtual clock. */
@NullMarked
package dev.muster.agent.demo;

import org.jspecify.annotations.NullMarked;
