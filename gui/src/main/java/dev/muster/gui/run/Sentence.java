package dev.muster.gui.run;

import dev.muster.gui.fx.Mark;

/**
 * What is going on and why.
 *
 * @param lead the part to read first
 * @param rest what follows the lead, punctuation included
 * @param loud true when somebody should look now
 */
public record Sentence(Mark mark, String lead, String rest, boolean loud) {
    String whole() {
        return lead + rest;
    }
}
