package dev.muster.gui.news;

/**
 * Something that happened in a run, for somebody who looks elsewhere.
 *
 * @param title which run, and what: {@code train.py failed}
 * @param words why, or how it goes on
 * @param isBad whether somebody should come and look
 */
public record News(String title, String words, boolean isBad) {
    /** Both in one sentence. */
    public String sentence() {
        return words.isEmpty() ? title + "." : "%s: %s.".formatted(title, words);
    }
}
