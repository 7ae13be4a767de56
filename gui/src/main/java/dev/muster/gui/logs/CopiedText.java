package dev.muster.gui.logs;

/**
 * Text on its way to the clipboard.
 *
 * @param cut true when the selection was too long to be copied whole
 */
record CopiedText(String text, boolean cut) {}
