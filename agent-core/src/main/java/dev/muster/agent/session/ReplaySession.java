package dev.muster.agent.session;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.history.OpenedRun;
import dev.muster.agent.history.RunState;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A recorded run, shown as it was at one moment of its own time; at first that is its end. The
 * moment can be chosen and can be let run. Nothing can be changed: what would is refused.
 *
 * <p>Everything is told on one thread of its own. Logs are whole at every moment: what stood in
 * them by then is not recorded.
 */
public final class ReplaySession implements AgentSession {
    private static final String ONLY_SHOWS =
            "this is a recorded run: it can be looked at, and no more";

    /** Faster than anybody can follow, and slow enough to be reckoned with. */
    private static final double FASTEST = 1_000_000;

    private final OpenedRun run;
    private final ReplayTape tape;
    private final InstantSource clock;
    private final ScheduledExecutorService thread;
    private final List<Consumer<AgentSnapshot>> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<ReplayPosition>> positionListeners = new CopyOnWriteArrayList<>();

    /**
     * How it stands between two changes.
     *
     * @param time of the run at {@code since} of ours
     */
    private record Standing(int place, Instant time, double speed, Instant since) {}

    private volatile Standing standing; // written on the thread only
    private AgentSnapshot told; // on the thread
    private Future<?> wake = CompletableFuture.completedFuture(null); // on the thread

    private ReplaySession(OpenedRun run, InstantSource clock) {
        this.run = run;
        this.clock = clock;
        tape = new ReplayTape(run.recording().events());
        standing = new Standing(tape.last(), tape.at(tape.last()), 0, clock.instant());
        told = snapshot();
        thread =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("replay " + run.run()).factory());
    }

    /**
     * Opens a recording at its end.
     *
     * @param clock ours, by which the run's own time is played
     * @throws IOException when not even the run's first event can be read
     */
    public static ReplaySession open(OpenedRun run, InstantSource clock) throws IOException {
        if (run.recording().events().isEmpty()) {
            throw new IOException(
                    "run %s cannot be shown: %s"
                            .formatted(
                                    run.run().run(),
                                    run.run().damage().orElse("its journal is empty")));
        }
        return new ReplaySession(run, clock);
    }

    @Override
    public String title() {
        return "Recorded: " + run.run().name();
    }

    @Override
    public boolean simulated() {
        return false;
    }

    /** What is wrong with the recording, a sentence each; none where it is whole. */
    public List<String> remarks() {
        var remarks = new ArrayList<String>();
        run.recording().damage().sentence().ifPresent(remarks::add);
        if (tape.snapshot(tape.last()).end().isEmpty()) {
            remarks.add(whyWithoutEnd(run.run().state()));
        }
        return remarks;
    }

    private static String whyWithoutEnd(RunState state) {
        return switch (state) {
            case RUNNING -> "the run goes on; this shows it up to the moment it was opened";
            case ELSEWHERE ->
                    "the recording has no end yet; whether the run goes on is known on its own"
                            + " machine only";
            case AGENT_DIED ->
                    "the recording ends before the run did: its agent died, or could write no more";
            case SUCCEEDED, FAILED, STOPPED, UNREADABLE -> "the recording ends before the run did";
        };
    }

    /** The recorded run's own time, for whatever shows how long ago something was. Any thread. */
    public InstantSource time() {
        return () -> timeOf(standing);
    }

    public ReplayPosition position() {
        Standing now = standing;
        return new ReplayPosition(
                tape.seq(now.place()), timeOf(now), now.speed(), tape.at(0), tape.at(tape.last()));
    }

    /** All that had happened by the present position. */
    public List<NumberedEvent> events() {
        return tape.until(standing.place());
    }

    /** Hands over the position at once and whenever it is chosen or an event happens. */
    public Subscription watchPosition(Consumer<ReplayPosition> listener) {
        thread.execute(
                () -> {
                    positionListeners.add(listener);
                    listener.accept(position());
                });
        return () -> positionListeners.remove(listener);
    }

    /**
     * Goes behind the event of this number, or the next smaller one. What plays goes on from there.
     */
    public void seek(long seq) {
        thread.execute(
                () -> {
                    int place = tape.placeOf(seq);
                    stand(place, tape.at(place), standing.speed());
                });
    }

    /** Goes to this time of the run, its beginning or its end where it is outside of them. */
    public void seek(Instant time) {
        thread.execute(
                () -> {
                    int place = tape.placeAt(time);
                    Instant within = time.isBefore(tape.at(0)) ? tape.at(0) : time;
                    Instant last = tape.at(tape.last());
                    stand(place, within.isAfter(last) ? last : within, standing.speed());
                });
    }

    /**
     * Lets the run's time go on, so many times as fast as ours; from the beginning when it stands
     * at its end.
     */
    public void play(double speed) {
        if (!(speed > 0 && speed <= FASTEST)) {
            throw new IllegalArgumentException(
                    "speed: %s (expected: > 0, <= %s)".formatted(speed, FASTEST));
        }
        thread.execute(
                () -> {
                    boolean atEnd = standing.place() == tape.last();
                    if (atEnd) stand(0, tape.at(0), speed);
                    else stand(standing.place(), timeOf(standing), speed);
                });
    }

    /** Stands still. */
    public void pause() {
        thread.execute(() -> stand(standing.place(), timeOf(standing), 0));
    }

    @Override
    public Subscription watch(Consumer<AgentSnapshot> listener) {
        thread.execute(
                () -> {
                    listeners.add(listener);
                    listener.accept(told);
                });
        return () -> listeners.remove(listener);
    }

    @Override
    public Subscription hear(RunId asked, RunHearer hearer) {
        var closed = new AtomicBoolean();
        thread.execute(
                () -> {
                    if (asked.equals(tape.snapshot(0).run())) tape.tell(hearer, closed);
                    else hearer.absent();
                });
        return () -> closed.set(true);
    }

    @Override
    public Optional<ReplaySession> recording(RunId asked) {
        return Optional.of(this).filter(_ -> asked.equals(tape.snapshot(0).run()));
    }

    @Override
    public CompletionStage<RunId> launch(JobSpec spec) {
        return CompletableFuture.failedFuture(new LaunchFailed(ONLY_SHOWS));
    }

    @Override
    public CompletionStage<CommandOutcome> send(AgentCommand command) {
        return CompletableFuture.completedFuture(new CommandOutcome.Refused(ONLY_SHOWS));
    }

    @Override
    public LogSource openLog(RunId asked, int attempt, LocalRank localRank, LogStream stream)
            throws IOException {
        RunId recorded = tape.snapshot(0).run();
        if (!asked.equals(recorded)) {
            throw new IOException(
                    "this recording is of run %s, not of %s".formatted(recorded, asked));
        }
        return LocalLog.still(run.openLog(attempt, localRank, stream));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private void stand(int place, Instant time, double speed) {
        standing = new Standing(place, time, speed, clock.instant());
        tell();
        goOn();
    }

    /** Plays what is due, and wakes when the next event is. On the thread. */
    private void goOn() {
        wake.cancel(false);
        Standing now = standing;
        if (now.speed() == 0) return;
        Instant time = timeOf(now);
        int place = tape.placeAt(time);
        if (place == tape.last()) {
            stand(place, tape.at(place), 0);
            return;
        }
        if (place > now.place()) {
            standing = new Standing(place, time, now.speed(), clock.instant());
            tell();
        }
        Duration left = Duration.between(time, tape.at(place + 1));
        long millis = Math.max(1, (long) (left.toMillis() / now.speed()));
        wake = thread.schedule(this::goOn, millis, TimeUnit.MILLISECONDS);
    }

    private void tell() {
        AgentSnapshot now = snapshot();
        if (!now.equals(told)) {
            told = now;
            listeners.forEach(listener -> listener.accept(now));
        }
        ReplayPosition position = position();
        positionListeners.forEach(listener -> listener.accept(position));
    }

    private AgentSnapshot snapshot() {
        return new AgentSnapshot(run.run().host(), List.of(tape.snapshot(standing.place())));
    }

    private Instant timeOf(Standing now) {
        if (now.speed() == 0) return now.time();
        double passed = Duration.between(now.since(), clock.instant()).toNanos() * now.speed();
        Instant time = now.time().plusNanos((long) passed);
        Instant last = tape.at(tape.last());
        return time.isAfter(last) ? last : time;
    }
}
