/**
 * What the tests of every module share: which groups can run on this machine, and a real Python.
 */
@NullMarked
package dev.muster.testing;

import org.jspecify.annotations.NullMarked;
