package dev.muster.agent.diagnose;

import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Why one worker failed. An exception of its own explains an end best, then a write that found no
 * room, then the counter of out-of-memory kills, then the signal as such.
 *
 * @param errorFile the worker's, when it can be read
 * @param toldAt when it failed by its error file
 * @param lastWords at most a screenful
 * @param beforehand whether it was told of an exception of its own before the agent asked the group
 *     to end, so that it is no answer to that
 * @param notes what else a person should know, as sentences without their subject
 */
public record Diagnosis(
        FailureCause cause,
        Optional<Path> errorFile,
        Optional<Instant> toldAt,
        List<String> lastWords,
        boolean beforehand,
        List<String> notes) {
    /**
     * What the agent knows of a worker that ended.
     *
     * @param timer the worker's timer that ran out and for which it was ended
     * @param oomKills the counter, from before the end
     * @param askedAt when the agent had asked the group to end, if it had
     */
    public record Case(
            WorkerExit exit,
            WorkerFiles files,
            Optional<String> timer,
            Optional<OomKills> oomKills,
            Optional<Instant> askedAt) {}

    static final int MOST_OF_A_SENTENCE = 200;

    /** Files are dated by a clock of this grain. */
    private static final Duration TICK = Duration.ofMillis(10);

    /** Python ends with this after an exception that nobody caught, and with no other code. */
    private static final int UNCAUGHT = 1;

    /** How PyTorch, gloo and NCCL speak of a worker that is gone. */
    private static final Pattern ABOUT_A_PEER =
            Pattern.compile(
                    "(?i)connection (?:was )?(?:closed|reset|refused|aborted|likely)|broken pipe"
                            + "|remote (?:process|peer)|socket (?:closed|timeout)|DistNetworkError"
                            + "|closed by (?:remote )?peer|peer (?:is |has )?(?:gone|exited|closed)"
                            + "|recvValue|sendBytes failed");

    /** What a program says when it falls over its own feet in native code. */
    private static final Pattern FATAL =
            Pattern.compile(
                    "Fatal Python error: .*|terminate called .*|\\s*what\\(\\):.*"
                            + "|.*[Aa]ssertion .* failed.*|.*Bus error.*|.*CUDA error: .*");

    public Diagnosis {
        lastWords = List.copyOf(lastWords);
        notes = List.copyOf(notes);
    }

    /** Reads what the worker left. Blocks as long as its files and their disks do. */
    public static Diagnosis of(Case known) {
        return of(known, new WriteErrors(DiskSpace::of));
    }

    static Diagnosis of(Case known, WriteErrors writes) {
        ErrorFile.Reading error = ErrorFile.read(known.files().error());
        Tail stderr = Tail.of(known.files().stderr());
        Optional<String> oom = known.oomKills().flatMap(OomKills::proof);
        Optional<FailureCause> told = ofItsOwn(known, error, stderr, writes);
        FailureCause cause =
                told.filter(_ -> known.exit() instanceof WorkerExit.Killed(_, var by) && by)
                        .orElseGet(() -> cause(known, error, stderr, oom, writes));
        var words = LastWords.of(error, stderr);
        return new Diagnosis(
                cause,
                error instanceof ErrorFile.Reading.Found(var file)
                        ? Optional.of(file.path())
                        : Optional.empty(),
                error instanceof ErrorFile.Reading.Found(var file)
                        ? file.toldAt()
                        : Optional.empty(),
                words.map(LastWords::lines).orElse(List.of()),
                told.isPresent(),
                notes(cause, error, oom));
    }

    /** The cause of an end of which nothing but the wait status is known. */
    public static FailureCause unread(WorkerExit exit) {
        return switch (exit) {
            case WorkerExit.Killed(_, var byAgent) when byAgent -> new FailureCause.Stopped();
            case WorkerExit.Killed _ -> new FailureCause.Signalled(Optional.empty());
            default -> new FailureCause.Exited();
        };
    }

    private static FailureCause cause(
            Case known,
            ErrorFile.Reading error,
            Tail stderr,
            Optional<String> oom,
            WriteErrors writes) {
        return switch (known.exit()) {
            case WorkerExit.Killed(_, var byAgent) when byAgent -> new FailureCause.Stopped();
            case WorkerExit.Killed _ when known.timer().isPresent() ->
                    new FailureCause.TimedOut(known.timer().get());
            case WorkerExit.Killed(var signal, _) when signal.equals(Signal.KILL) ->
                    oom.<FailureCause>map(FailureCause.OutOfMemory::new)
                            .orElseGet(() -> new FailureCause.Signalled(innocent(known)));
            case WorkerExit.Killed(var signal, _) ->
                    writes.behind(signal, known.files())
                            .or(() -> uncaught(error, stderr, writes)) // and fell on its way out
                            .orElseGet(() -> new FailureCause.Signalled(fatalLine(stderr)));
            default ->
                    exception(known.exit(), error, stderr)
                            .map(exception -> raised(exception, writes))
                            .or(() -> writes.behind(stderr, known.files()))
                            .orElseGet(FailureCause.Exited::new);
        };
    }

    /**
     * The exception that ends it, when it was told of before the agent asked. A process may take
     * long to end after that, and its peers notice at once.
     */
    private static Optional<FailureCause> ofItsOwn(
            Case known, ErrorFile.Reading error, Tail stderr, WriteErrors writes) {
        Path told =
                error instanceof ErrorFile.Reading.Found(var file)
                        ? file.path()
                        : known.files().stderr();
        return known.askedAt()
                .filter(asked -> isOlder(told, asked))
                .flatMap(_ -> uncaught(error, stderr, writes))
                .filter(cause -> !(cause instanceof FailureCause.LostPeer));
    }

    private static boolean isOlder(Path file, Instant than) {
        try {
            return Files.getLastModifiedTime(file).toInstant().plus(TICK).isBefore(than);
        } catch (IOException _) {
            return false; // then nobody knows when
        }
    }

    private static Optional<FailureCause> uncaught(
            ErrorFile.Reading error, Tail stderr, WriteErrors writes) {
        Optional<String> exception =
                error instanceof ErrorFile.Reading.Found(var file)
                        ? firstLine(file)
                        : Traceback.lastIn(stderr)
                                .filter(Traceback::last)
                                .flatMap(Traceback::exception);
        return exception.map(line -> raised(line, writes));
    }

    private static Optional<String> firstLine(ErrorFile file) {
        return file.summary().lines().filter(line -> !line.isBlank()).findFirst();
    }

    private static FailureCause raised(String exception, WriteErrors writes) {
        String line = LastWords.shortened(exception.strip(), MOST_OF_A_SENTENCE);
        return writes.toldBy(line)
                .orElseGet(
                        () ->
                                ABOUT_A_PEER.matcher(line).find()
                                        ? new FailureCause.LostPeer(line)
                                        : new FailureCause.Raised(line));
    }

    private static Optional<String> exception(
            WorkerExit exit, ErrorFile.Reading error, Tail stderr) {
        if (error instanceof ErrorFile.Reading.Found(var file)) {
            return firstLine(file);
        }
        boolean uncaught = exit.equals(new WorkerExit.Failed(UNCAUGHT));
        return uncaught ? Traceback.lastIn(stderr).flatMap(Traceback::exception) : Optional.empty();
    }

    /** SIGKILL comes from a person, a program or the system; the counter rules the last out. */
    private static Optional<String> innocent(Case known) {
        return known.oomKills()
                .map(
                        counter ->
                                "not for want of memory: %s counts no kill"
                                        .formatted(counter.name()));
    }

    private static Optional<String> fatalLine(Tail stderr) {
        return stderr.lines().reversed().stream()
                .filter(line -> FATAL.matcher(line).matches())
                .findFirst()
                .map(line -> LastWords.shortened(line.strip(), MOST_OF_A_SENTENCE));
    }

    private static List<String> notes(
            FailureCause cause, ErrorFile.Reading error, Optional<String> oom) {
        if (error instanceof ErrorFile.Reading.Broken(var why)) {
            return List.of("its error file counts as none: " + why);
        }
        boolean childOnly = oom.isPresent() && !(cause instanceof FailureCause.OutOfMemory);
        boolean failed = !(cause instanceof FailureCause.Stopped);
        return childOnly && failed
                ? List.of("meanwhile the system killed something for want of memory: " + oom.get())
                : List.of();
    }
}
