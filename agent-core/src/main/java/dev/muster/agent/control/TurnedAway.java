package dev.muster.agent.control;

/** Somebody whose key is in order and who still may not come in now. The message says why. */
final class TurnedAway extends Exception {
    private static final long serialVersionUID = 1L;

    TurnedAway(String message) {
        super(message, null, false, false); // it says nothing about us
    }
}
