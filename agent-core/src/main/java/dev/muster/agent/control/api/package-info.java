/**
 * What crosses the control API, as agents and their clients both see it: its paths, its limits, and
 * its records as JSON. Opens nothing and waits for nothing.
 *
 * <p>HTTP/1.1 on a Unix socket. Names are written out by hand, so that renaming a field in the core
 * breaks no client; what arrives is anybody's, and what is missing or of another kind is refused.
 */
@NullMarked
package dev.muster.agent.control.api;

import org.jspecify.annotations.NullMarked;
