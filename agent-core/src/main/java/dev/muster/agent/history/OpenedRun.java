package dev.muster.agent.history;

import dev.muster.agent.event.AttemptView;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.journal.KeptSpec;
import dev.muster.agent.journal.Recording;
import dev.muster.agent.journal.SecretPrints;
import dev.muster.agent.output.FileLog;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All that is left of a run.
 *
 * @param folder its own
 * @param spec what it was started with, to start the same again; absent when that cannot be read
 * @param inherited by what the secrets that it inherited are known again in its logs
 */
public record OpenedRun(
        PastRun run,
        Path folder,
        Recording recording,
        Optional<KeptSpec> spec,
        SecretPrints inherited) {

    /**
     * Opens what a worker of an attempt wrote. A journal may name any file at all: only those below
     * the run's folder, wherever that has been moved, and below the log directory that the user
     * named are opened, and no link leads out of them.
     *
     * @throws IOException when there is no such file; the message says which
     */
    public FileLog openLog(int attempt, LocalRank localRank, LogStream stream) throws IOException {
        WorkerFiles files =
                recording.present().stream()
                        .map(JobSnapshot::attempts)
                        .flatMap(List::stream)
                        .filter(each -> each.attempt() == attempt)
                        .map(AttemptView::files)
                        .flatMap(each -> Optional.ofNullable(each.get(localRank)).stream())
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new NoSuchFileException(
                                                "run %s has no local rank %s in attempt %d"
                                                        .formatted(run.run(), localRank, attempt)));
        return open(files.of(stream));
    }

    private FileLog open(Path recorded) throws IOException {
        var tried = new NoSuchFileException("the log %s is gone".formatted(recorded));
        for (Place place : places(recorded)) {
            try {
                return open(place);
            } catch (NoSuchFileException e) {
                tried.addSuppressed(e);
            }
        }
        throw tried;
    }

    private static FileLog open(Place place) throws IOException {
        Path folder = place.file.toAbsolutePath().getParent();
        boolean leadsOut =
                folder == null || !folder.toRealPath().startsWith(place.within.toRealPath());
        if (leadsOut) throw new NoSuchFileException(place.file + " is not where logs are");
        return FileLog.open(place.file);
    }

    /** Where a file may be, and the folder it must not be out of. */
    private record Place(Path file, Path within) {}

    private List<Place> places(Path recorded) {
        var places = new ArrayList<Place>();
        Path file = recorded.toAbsolutePath().normalize();
        run.logDir()
                .map(logs -> logs.toAbsolutePath().normalize())
                .filter(file::startsWith)
                .ifPresent(logs -> places.add(new Place(file, logs)));
        behindId(file).ifPresent(rest -> places.add(new Place(folder.resolve(rest), folder)));
        return places;
    }

    /** Behind the last folder that has the run's id for its name. */
    private Optional<Path> behindId(Path file) {
        String id = recording.present().map(JobSnapshot::run).orElse(run.run()).value();
        for (int i = file.getNameCount() - 2; i >= 0; i--) {
            if (file.getName(i).toString().equals(id)) {
                return Optional.of(file.subpath(i + 1, file.getNameCount()));
            }
        }
        return Optional.empty();
    }
}
