package dev.muster.gui.stacks;

import dev.muster.agent.stacks.Rung;

/** What the ways to learn where a worker stands are called on the screen. */
final class Rungs {
    private Rungs() {}

    /** As the end of {@code 4 told it}. */
    static String words(Rung rung) {
        return switch (rung) {
            case CONTROL_SOCKET -> "on PyTorch's control socket, undisturbed";
            case PY_SPY -> "through py-spy, which reads it from outside";
            case ABORT -> "with its last words: SIGABRT ended it";
        };
    }

    /** As short as it gets. */
    static String name(Rung rung) {
        return switch (rung) {
            case CONTROL_SOCKET -> "control socket";
            case PY_SPY -> "py-spy";
            case ABORT -> "last words";
        };
    }
}
