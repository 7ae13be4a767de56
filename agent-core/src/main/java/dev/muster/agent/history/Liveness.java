package dev.muster.agent.history;

import dev.muster.agent.home.HostName;
import dev.muster.agent.home.RunOwner;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** Whether a run that has not ended still has the process that looks after it. */
final class Liveness {
    private Liveness() {}

    /** How the run really stands, of which the journal alone says that it runs or says nothing. */
    static RunState of(RunFolders.Found found, RunEntry entry) throws IOException {
        RunState told = entry.run().state();
        if (told != RunState.RUNNING && told != RunState.UNREADABLE) return told;
        Optional<RunOwner> owner = RunOwner.read(found.owner());
        if (told == RunState.UNREADABLE) {
            // a run's first moments, or a journal that is damaged while it runs
            RunState seen = owner.map(Liveness::of).orElse(told);
            return seen == RunState.AGENT_DIED ? told : seen;
        }
        return owner.map(Liveness::of).orElseGet(() -> withoutOwner(entry));
    }

    private static RunState of(RunOwner owner) {
        return switch (owner.presence()) {
            case HERE -> RunState.RUNNING;
            case GONE -> RunState.AGENT_DIED;
            case UNKNOWN -> RunState.ELSEWHERE;
        };
    }

    /** A run of an earlier version has its agent's pid only, which another may have by now. */
    private static RunState withoutOwner(RunEntry entry) {
        if (!entry.run().host().equals(HostName.read())) return RunState.ELSEWHERE;
        Optional<Instant> started =
                ProcessHandle.of(entry.agentPid())
                        .flatMap(process -> process.info().startInstant());
        boolean same = started.filter(entry.run().startedAt()::isAfter).isPresent();
        return same ? RunState.RUNNING : RunState.AGENT_DIED;
    }
}
