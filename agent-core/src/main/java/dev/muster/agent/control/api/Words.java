package dev.muster.agent.control.api;

/** Words of strangers in our sentences. */
final class Words {
    private static final int LONGEST = 80;

    private Words() {}

    static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
