/**
 * The live log of a run: one stream of one worker, or several merged by time, each a file that may
 * be large.
 *
 * <p>Bytes flow one way. A {@link dev.muster.gui.logs.LogReader} owns a thread, and on it a {@link
 * dev.muster.gui.logs.LogDocument}: which bytes are there, where lines begin, what a screenful of
 * them looks like. It hands a {@link dev.muster.gui.logs.LogState} to the FX thread at most once
 * per pulse. {@link dev.muster.gui.logs.StreamViewModel} decides what is shown of it, and {@link
 * dev.muster.gui.logs.LogCanvas} draws that. Back go only viewports: which lines the screen would
 * like to see.
 *
 * <p>A place in a log is the byte offset at which its line begins. That is stable however the file
 * grows, needs no index, and makes the middle of a file of many gigabytes as near as its end.
 *
 * <p>Several streams are one log whose bytes stand in another order: a {@link
 * dev.muster.gui.logs.MergedLog} looks like any source, and only its {@link
 * dev.muster.gui.logs.Origins} tell who wrote what when. A {@link dev.muster.gui.logs.Query} leaves
 * rows out and looks for words; a {@link dev.muster.gui.logs.Sifting} keeps two counts per block of
 * the file and finds the rows again when somebody looks, so no log needs memory for its lines.
 */
@NullMarked
package dev.muster.gui.logs;

import org.jspecify.annotations.NullMarked;
