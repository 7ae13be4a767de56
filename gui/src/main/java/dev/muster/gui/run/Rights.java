package dev.muster.gui.run;

import java.util.Optional;

/**
 * What may be done with a run from here; where something may not, why, in a sentence.
 *
 * @param whyNotSteered nothing may be asked of the run itself
 * @param whyNotStarted no other like it may be started where it is
 * @param whyNotKeptHere its record is not on this computer
 */
public record Rights(
        Optional<String> whyNotSteered,
        Optional<String> whyNotStarted,
        Optional<String> whyNotKeptHere) {
    public static final Rights ALL =
            new Rights(Optional.empty(), Optional.empty(), Optional.empty());
}
