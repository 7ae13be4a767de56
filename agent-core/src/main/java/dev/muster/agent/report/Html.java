package dev.muster.agent.report;

import java.util.Set;

/**
 * Writes elements. Every text goes through here, so nothing gets in that is not masked and inert.
 * Classes and tags are our own words.
 */
final class Html {
    /** Enough for what is worth reading, and still opened by any browser and sent by any mail. */
    private static final int LARGEST = 8 << 20;

    private static final int LONGEST_TEXT = 4_000;

    /** Behind these a line feed would be a blank that is seen. */
    private static final Set<String> WITHIN_LINES = Set.of("b", "i", "em", "span", "code");

    private final StringBuilder out = new StringBuilder(1 << 16);
    private final Secrets secrets;

    Html(Secrets secrets) {
        this.secrets = secrets;
    }

    Secrets secrets() {
        return secrets;
    }

    /** Whether there is no room for more text. */
    boolean isFull() {
        return out.length() > LARGEST;
    }

    /**
     * @param attributes a name and its value, and so on
     */
    Html open(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i + 1 < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            text(attributes[i + 1]);
            out.append('"');
        }
        out.append('>');
        return this;
    }

    Html close(String tag) {
        out.append("</").append(tag).append(WITHIN_LINES.contains(tag) ? ">" : ">\n");
        return this;
    }

    Html element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close(tag);
    }

    /** Of a very long text its beginning; of what has no room any more, nothing. */
    Html text(String text) {
        if (isFull()) return this;
        if (text.length() <= LONGEST_TEXT) return append(secrets.mask(text));
        // covered before it is cut: half a secret is none that could be found
        String masked = secrets.mask(text.substring(0, Math.min(text.length(), 2 * LONGEST_TEXT)));
        return append(masked.substring(0, Math.min(masked.length(), LONGEST_TEXT)) + " …");
    }

    private Html append(String masked) {
        out.append(InertText.of(masked));
        return this;
    }

    /** What has to be said even when there is no more room. */
    Html lastText(String text) {
        return append(secrets.mask(text));
    }

    /** Our own: a style sheet, a number in a drawing. */
    Html raw(String ours) {
        out.append(ours);
        return this;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
