package dev.muster.gui.failure;

import dev.muster.agent.job.Signal;

import java.util.Optional;

/** What it mostly means when that signal ended a worker and nobody here had sent it. */
final class SignalMeaning {
    private SignalMeaning() {}

    /** One sentence; absent for signals that mean whatever their sender wanted. */
    static Optional<String> of(Signal signal) {
        return switch (signal.name()) {
            case "SIGSEGV" ->
                    Optional.of(
                            "Native code touched memory that was not its own: mostly an extension"
                                    + " module, a driver, or libraries that do not fit together.");
            case "SIGBUS" ->
                    Optional.of(
                            "Memory that was promised could not be had: mostly /dev/shm is full,"
                                    + " or a mapped file was cut.");
            case "SIGILL" ->
                    Optional.of(
                            "A library was built for a processor that knows more instructions"
                                    + " than this one.");
            case "SIGABRT" ->
                    Optional.of(
                            "The process gave up by itself: a failed assertion, a C++ exception"
                                    + " nobody caught, or a watchdog such as NCCL's.");
            case "SIGFPE" -> Optional.of("Native code divided an integer by zero.");
            case "SIGKILL" ->
                    Optional.of(
                            "The system or somebody ended it without a chance to say why: mostly"
                                    + " for want of memory, or a scheduler's limit.");
            case "SIGTERM" ->
                    Optional.of(
                            "Somebody other than this agent asked it to end: mostly a scheduler"
                                    + " that takes the machine back.");
            case "SIGINT" -> Optional.of("It was interrupted, as by Ctrl+C.");
            case "SIGHUP" -> Optional.of("The terminal or the session it belonged to went away.");
            case "SIGPIPE" -> Optional.of("It wrote into a pipe that nobody reads any more.");
            case "SIGXCPU" -> Optional.of("It used more processor time than its limit allows.");
            case "SIGXFSZ" -> Optional.of("It wrote a file larger than its limit allows.");
            case "SIGSYS" -> Optional.of("It made a system call that its sandbox forbids.");
            case "SIGQUIT" -> Optional.of("Somebody asked it to end with a dump of its state.");
            default -> Optional.empty();
        };
    }
}
