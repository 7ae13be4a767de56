package dev.muster.gui.launch;

/** An interpreter to choose: its path, and what is known about it so far. */
record PythonChoice(String path, String about) {}
