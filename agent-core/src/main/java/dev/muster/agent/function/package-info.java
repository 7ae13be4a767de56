/**
 * Functions as what workers run: Python's and Java's, called in a process each, with JSON arguments
 * and a JSON value in return.
 *
 * <p>Arguments and values travel through files in the run's folder. A file takes what it is given
 * however large it is, so nobody waits for somebody who reads; torch's queue can dead-lock there.
 */
@NullMarked
package dev.muster.agent.function;

import org.jspecify.annotations.NullMarked;
