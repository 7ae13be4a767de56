package dev.muster.gui.run;

import dev.muster.agent.job.Signal;

/** The signals that people send to a worker, and what each usually does to it. */
enum SentSignal {
    USR1("USR1", true, "the script's own handler; a worker without one ends"),
    USR2("USR2", true, "the script's own handler; a worker without one ends"),
    INT("INT", true, "KeyboardInterrupt, as by Ctrl+C; a worker that does not catch it ends"),
    TERM("TERM", true, "asks the worker to end"),
    HUP("HUP", true, "as if its terminal had gone; a worker without a handler ends"),
    QUIT("QUIT", true, "ends the worker, with a core dump where these are kept"),
    ABRT("ABRT", true, "ends the worker, as a failed assertion does"),
    KILL("KILL", true, "ends the worker at once: it cannot save anything"),
    STOP("STOP", false, "freezes the worker until CONT; the others wait for it"),
    CONT("CONT", false, "lets a frozen worker go on");

    private final Signal signal;
    private final boolean mayEnd;
    private final String does;

    SentSignal(String name, boolean mayEnd, String does) {
        signal =
                Signal.named(name)
                        .orElseThrow(() -> new IllegalArgumentException("signal: " + name));
        this.mayEnd = mayEnd;
        this.does = does;
    }

    Signal signal() {
        return signal;
    }

    /** Whether the worker may be gone behind it, which fails the attempt. */
    boolean mayEnd() {
        return mayEnd;
    }

    /** In the words of a clause. */
    String does() {
        return does;
    }

    /** {@code Ends the worker at once …}. */
    String words() {
        return "%s%s.".formatted(Character.toUpperCase(does.charAt(0)), does.substring(1));
    }
}
