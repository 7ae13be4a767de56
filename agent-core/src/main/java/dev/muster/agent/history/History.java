package dev.muster.agent.history;

import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.RunId;
import dev.muster.agent.journal.Damage;
import dev.muster.agent.journal.KeptSpec;
import dev.muster.agent.journal.Recording;
import dev.muster.agent.journal.SecretPrints;
import dev.muster.agent.journal.UnreadableRecord;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All runs of this user on this machine, those of the past and those that run. Any thread, one at a
 * time; every method reads files and may take a while, so none is for the thread of a window.
 */
public final class History implements AutoCloseable {
    /** A run that another machine may still write to has to be quiet for so long to be deleted. */
    private static final Duration QUIET = Duration.ofDays(1);

    private final MusterHome home;
    private final InstantSource clock;
    private final RunFolders folders;
    private final Removals removals;
    private final HistoryCatalogue catalogue;

    private History(MusterHome home, InstantSource clock) throws IOException {
        this.home = home;
        this.clock = clock;
        folders = new RunFolders(home.runs());
        removals = new Removals(home.state().resolve("removed.jsonl"));
        catalogue = HistoryCatalogue.open(home.state(), folders);
    }

    /**
     * Opens the history of a home, in which no run need have been started yet.
     *
     * @throws IOException when there can be no index, not even in memory
     */
    public static History open(MusterHome home, InstantSource clock) throws IOException {
        return new History(home, clock);
    }

    /** Those that the query asks for, newest first, as they are now. */
    public synchronized List<PastRun> list(HistoryQuery query) throws IOException {
        catalogue.refresh();
        var runs = new ArrayList<PastRun>();
        for (RunEntry entry : catalogue.find(query)) {
            if (runs.size() == query.most()) break;
            Optional<PastRun> run = asItStands(entry);
            if (run.isPresent() && isAskedFor(run.get().state(), query)) runs.add(run.get());
        }
        return runs;
    }

    public synchronized Optional<PastRun> find(RunId run) throws IOException {
        catalogue.refresh(run);
        Optional<RunEntry> entry = catalogue.find(run);
        return entry.isPresent() ? asItStands(entry.get()) : Optional.empty();
    }

    /**
     * Reads all of a run.
     *
     * @throws NoSuchFileException when there is no such run
     */
    public synchronized OpenedRun open(RunId run) throws IOException {
        PastRun found = find(run).orElseThrow(() -> missing(run));
        RunFolders.Found folder = folders.find(run).orElseThrow(() -> missing(run));
        return new OpenedRun(
                found, folder.folder(), recording(folder), spec(folder), inherited(folder));
    }

    /**
     * Two runs side by side.
     *
     * @throws NoSuchFileException when one of them is not there
     */
    public Comparison compare(RunId left, RunId right) throws IOException {
        return Comparison.of(side(open(left)), side(open(right)));
    }

    /**
     * Deletes a run and the logs in its folder; never one that may still run. To ask whether it is
     * meant is the caller's business.
     *
     * @throws IOException when something of it could not be deleted; the run is then still listed
     */
    public synchronized Deletion delete(RunId run) throws IOException {
        Optional<PastRun> found = find(run);
        if (found.isEmpty()) return new Deletion.Refused(run, "there is no run " + run);
        Optional<String> reason = reasonToKeep(found.get());
        if (reason.isPresent()) return new Deletion.Refused(run, reason.get());
        FolderRemoval.remove(home.runs(), run.value());
        catalogue.forget(run);
        return new Deletion.Deleted(run, found.get().bytes(), found.get().logDir());
    }

    /** Removes what is more than is to be kept, and says what that was. */
    public synchronized List<Removal> keepWithin(KeepLimits limits) throws IOException {
        var removed = new ArrayList<Removal>();
        var all = list(HistoryQuery.EVERYTHING);
        Instant now = clock.instant();
        for (Surplus surplus : Surplus.of(all, limits, now)) {
            PastRun run = surplus.run();
            if (!(delete(run.run()) instanceof Deletion.Deleted(_, long bytes, _))) continue;
            var removal = new Removal(now, run.run(), run.name(), bytes, surplus.because());
            removals.add(removal);
            removed.add(removal);
        }
        return removed;
    }

    /** How much there is, how much is kept, and what was removed last. */
    public synchronized HistoryFigures figures() throws IOException {
        return HistoryFigures.of(
                list(HistoryQuery.EVERYTHING),
                KeepSettings.read(home),
                removals.newest(Integer.MAX_VALUE),
                clock.instant());
    }

    /** What limits have removed so far, newest first; what went at one time has one time. */
    public List<Removal> removals(int most) throws IOException {
        return removals.newest(most);
    }

    /** What is to be told about the index: why it was made anew, or is in memory only. */
    public synchronized Optional<String> notice() {
        return catalogue.notice();
    }

    @Override
    public synchronized void close() throws IOException {
        catalogue.close();
    }

    private Optional<PastRun> asItStands(RunEntry entry) throws IOException {
        Optional<RunFolders.Found> found = folders.find(entry.run().run());
        if (found.isEmpty()) return Optional.empty(); // deleted by somebody else just now
        return Optional.of(entry.run().withState(Liveness.of(found.get(), entry)));
    }

    private static boolean isAskedFor(RunState state, HistoryQuery query) {
        return query.states().isEmpty() || query.states().contains(state);
    }

    private Optional<String> reasonToKeep(PastRun run) throws IOException {
        if (run.state() == RunState.RUNNING) {
            return Optional.of("run %s still runs; stop it first".formatted(run.run()));
        }
        if (run.state() != RunState.ELSEWHERE) return Optional.empty();
        Instant written = RunFolders.content(home.runs().resolve(run.run().value())).writtenLast();
        if (written.plus(QUIET).isBefore(clock.instant())) return Optional.empty();
        return Optional.of(
                "run %s may still run on %s, where its agent was; it was written to at %s"
                        .formatted(run.run(), run.host(), written));
    }

    private static Recording recording(RunFolders.Found folder) throws IOException {
        return folder.stamp().size() == 0
                ? new Recording(List.of(), Optional.empty(), Damage.NONE)
                : Recording.read(folder.journal());
    }

    private static Optional<KeptSpec> spec(RunFolders.Found folder) {
        try {
            return Optional.of(KeptSpec.read(folder.spec()));
        } catch (IOException | UnreadableRecord _) {
            return Optional.empty(); // the recording may still tell most of it
        }
    }

    private static SecretPrints inherited(RunFolders.Found folder) throws IOException {
        try {
            return SecretPrints.read(folder.folder().resolve("inherited.json"));
        } catch (UnreadableRecord _) {
            return SecretPrints.NONE; // as of a run from before they were kept
        }
    }

    private static Comparison.Side side(OpenedRun run) {
        Optional<KeptSpec> told =
                run.recording().present().map(last -> new KeptSpec(last.spec(), List.of()));
        long failures =
                run.recording().present().stream()
                        .flatMap(last -> last.attempts().stream())
                        .flatMap(attempt -> attempt.failures().stream())
                        .filter(failure -> !(failure.cause() instanceof FailureCause.Stopped))
                        .count();
        return new Comparison.Side(run.run(), run.spec().or(() -> told), failures);
    }

    private static NoSuchFileException missing(RunId run) {
        return new NoSuchFileException("there is no run " + run);
    }
}
