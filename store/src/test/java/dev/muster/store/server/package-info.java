/** The server over real sockets: recorded sessions played back, and clients that misbehave. */
@NullMarked
package dev.muster.store.server;

import org.jspecify.annotations.NullMarked;
