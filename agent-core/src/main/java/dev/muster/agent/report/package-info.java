/**
 * One run as one HTML file that can be passed on: it needs no network, runs no script, shows what
 * workers wrote as text and nothing else, and leaves secrets out.
 */
@NullMarked
package dev.muster.agent.report;

import org.jspecify.annotations.NullMarked;
