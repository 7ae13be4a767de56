package dev.muster.agent.cli;

import java.io.PrintStream;

/** Data goes to {@code out}, talk goes to {@code err}. */
record Terminal(PrintStream out, PrintStream err) {}
