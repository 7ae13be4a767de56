package dev.muster.agent.history;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.journal.JournalReader;
import dev.muster.agent.journal.KeptSpec;
import dev.muster.agent.journal.UnreadableRecord;
import dev.muster.agent.launch.ShellWords;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * What the index holds of a run: all that its folder tells.
 *
 * @param run with {@link RunState#RUNNING} for one that has not ended as far as its journal goes
 * @param agentPid of the process that looked after it; 0 where the folder does not tell
 * @param text what a search looks through, in small letters
 */
record RunEntry(RunFolders.Stamp stamp, long agentPid, PastRun run, String text) {
    /** Reads a run's folder. What is wrong in it is told and does not stop the reading. */
    static RunEntry read(RunFolders.Found found) throws IOException {
        var sentences = new SearchText();
        JournalReader.Result journal;
        Optional<String> damage;
        try {
            if (!Files.isRegularFile(found.journal(), LinkOption.NOFOLLOW_LINKS)) {
                throw new NoSuchFileException(found.journal().toString());
            }
            journal = JournalReader.read(found.journal(), each -> sentences.add(each.event()));
            damage = journal.damage().sentence();
        } catch (NoSuchFileException _) {
            return unreadable(found, sentences, "its journal, events.jsonl, is missing");
        }
        if (journal.present().isEmpty()) {
            return unreadable(
                    found, sentences, damage.orElse("its journal, events.jsonl, is empty"));
        }
        return of(found, journal.present().get(), damage, sentences);
    }

    private static RunEntry of(
            RunFolders.Found found, JobSnapshot last, Optional<String> damage, SearchText sentences)
            throws IOException {
        var run =
                new PastRun(
                        found.run(),
                        last.end().map(end -> state(end.outcome())).orElse(RunState.RUNNING),
                        last.spec().entrypoint().shortName(),
                        ShellWords.join(last.spec().arguments()),
                        last.host(),
                        last.startedAt(),
                        last.end().map(JobSnapshot.End::at),
                        last.end().map(JobSnapshot.End::exitCode),
                        last.spec().workers(),
                        last.attempts().size(),
                        last.restartCount(),
                        last.because(),
                        RunFolders.content(found.folder()).bytes(),
                        last.spec().streams().logDir(),
                        damage);
        return of(found, last.agentPid(), run, sentences);
    }

    /** Its spec may still tell what it was. */
    private static RunEntry unreadable(RunFolders.Found found, SearchText sentences, String damage)
            throws IOException {
        Optional<JobSpec> spec = spec(found.spec());
        var run =
                new PastRun(
                        found.run(),
                        RunState.UNREADABLE,
                        spec.map(known -> known.entrypoint().shortName()).orElse(""),
                        spec.map(known -> ShellWords.join(known.arguments())).orElse(""),
                        "",
                        Files.getLastModifiedTime(found.folder()).toInstant(),
                        Optional.empty(),
                        Optional.empty(),
                        spec.map(JobSpec::workers).orElse(0),
                        0,
                        0,
                        damage,
                        RunFolders.content(found.folder()).bytes(),
                        spec.flatMap(known -> known.streams().logDir()),
                        Optional.of(damage));
        return of(found, 0, run, sentences);
    }

    private static RunEntry of(
            RunFolders.Found found, long agentPid, PastRun run, SearchText sentences) {
        String text =
                String.join(
                        "\n",
                        run.run().value(),
                        run.name(),
                        run.arguments(),
                        run.host(),
                        sentences.toString());
        return new RunEntry(found.stamp(), agentPid, run, text.toLowerCase(Locale.ROOT));
    }

    private static Optional<JobSpec> spec(Path file) {
        try {
            return Optional.of(KeptSpec.read(file).spec());
        } catch (IOException | UnreadableRecord _) {
            return Optional.empty(); // then nothing tells what it was
        }
    }

    private static RunState state(Outcome outcome) {
        return switch (outcome) {
            case SUCCEEDED -> RunState.SUCCEEDED;
            case FAILED -> RunState.FAILED;
            case STOPPED -> RunState.STOPPED;
        };
    }
}
