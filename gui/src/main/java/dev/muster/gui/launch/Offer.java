package dev.muster.gui.launch;

/**
 * Something that has been done or found, and what can be done about it.
 *
 * @param sentence whole
 * @param verb what the button says; empty where there is nothing to do
 */
record Offer(String sentence, String verb, Runnable act) {
    /** Nothing to do about it. */
    static Offer none(String sentence) {
        return new Offer(sentence, "", () -> {});
    }
}
