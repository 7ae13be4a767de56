package dev.muster.agent.run;

import dev.muster.agent.diagnose.Blame;
import dev.muster.agent.diagnose.Diagnosis;
import dev.muster.agent.diagnose.ErrorCopy;
import dev.muster.agent.diagnose.OomKills;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.AgentEvent.WorkerExited;
import dev.muster.agent.event.AgentEvent.WorkerStarted;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFailure;
import dev.muster.agent.loop.Timers;
import dev.muster.agent.supervise.GroupInput;
import dev.muster.agent.supervise.process.Inquiry;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/**
 * Looks into every failed worker of an attempt as soon as it is gone, and says at the attempt's end
 * why it failed. On the agent's thread; a worker's files are read on a thread of their own.
 */
final class Inquest implements Inquiry {
    /** Where whoever started the agent wants the root cause's error (spec/elastic-agent §3.7). */
    static final String ERROR_FILE = "TORCHELASTIC_ERROR_FILE";

    /** What is not known by then, on a file system that hangs, stays unknown. */
    private static final Duration LONGEST = Duration.ofSeconds(2);

    /** A worker, from its start on. */
    private record Subject(WorkerStarted started, Optional<OomKills> oomKills) {}

    private final LongFunction<Optional<OomKills>> counters;
    private final Optional<String> errorTarget;
    private final Executor agentThread;
    private final Timers timers;
    private final InstantSource clock;
    private final Consumer<AgentEvent> events;
    private final Map<Rank, Subject> subjects = new HashMap<>();
    private final Map<Rank, String> expiredTimers = new HashMap<>();
    private final Map<Rank, Finding> findings = new TreeMap<>();
    private Optional<Consumer<Optional<GroupInput.Blamed>>> waiting = Optional.empty();
    private Optional<WorkerFailure> rootCause = Optional.empty();
    private Optional<Instant> askedAt = Optional.empty();
    private int attempt;

    /**
     * @param counters finds the counter of out-of-memory kills for a pid
     * @param errorTarget the agent's own {@link #ERROR_FILE}
     */
    Inquest(
            LongFunction<Optional<OomKills>> counters,
            Optional<String> errorTarget,
            Executor agentThread,
            Timers timers,
            InstantSource clock,
            Consumer<AgentEvent> events) {
        this.counters = counters;
        this.errorTarget = errorTarget.filter(path -> !path.isBlank());
        this.agentThread = agentThread;
        this.timers = timers;
        this.clock = clock;
        this.events = events;
    }

    /** Learns of what happened. */
    void hear(AgentEvent event) {
        switch (event) {
            case AgentEvent.AttemptStarted started -> begin(started.attempt());
            case WorkerStarted started ->
                    subjects.put(
                            started.rank(), new Subject(started, counters.apply(started.pid())));
            case WorkerExited exited -> examine(exited);
            case AgentEvent.TimerExpired expired when expired.signal().isPresent() ->
                    timedOut(expired.pid(), expired.scope());
            case AgentEvent.StopStarted _, AgentEvent.ForceStarted _ ->
                    askedAt = askedAt.or(() -> Optional.of(event.at()));
            case AgentEvent.RunEnded ended when ended.outcome() == Outcome.FAILED -> passErrorOn();
            default -> {
                // nothing that makes a worker fail
            }
        }
    }

    /** The process is being ended for that. */
    private void timedOut(long pid, String timer) {
        subjects.values().stream()
                .filter(subject -> subject.started().pid() == pid)
                .forEach(subject -> expiredTimers.putIfAbsent(subject.started().rank(), timer));
    }

    private void begin(int number) {
        attempt = number;
        askedAt = Optional.empty();
        rootCause = Optional.empty();
        subjects.clear();
        expiredTimers.clear();
        findings.clear();
    }

    /** Whoever never started left nothing to look at. */
    private void examine(WorkerExited exited) {
        Subject subject = subjects.get(exited.rank());
        if (subject == null || exited.exit() instanceof WorkerExit.Succeeded) return;
        var finding = new Finding(subject.started(), exited, askedAt.isPresent());
        findings.put(exited.rank(), finding);
        var known =
                new Diagnosis.Case(
                        exited.exit(),
                        subject.started().files(),
                        Optional.ofNullable(expiredTimers.get(exited.rank())),
                        subject.oomKills(),
                        askedAt);
        Thread.ofVirtual()
                .name("diagnose rank " + exited.rank())
                .start(
                        () -> {
                            var diagnosis = Diagnosis.of(known);
                            agentThread.execute(() -> learn(finding, diagnosis));
                        });
    }

    private void learn(Finding finding, Diagnosis diagnosis) {
        finding.diagnosis = Optional.of(diagnosis);
        if (allKnown()) answer();
    }

    private boolean allKnown() {
        return findings.values().stream().allMatch(finding -> finding.diagnosis.isPresent());
    }

    @Override
    public void conclude(Consumer<Optional<GroupInput.Blamed>> answer) {
        waiting = Optional.of(answer);
        if (allKnown()) {
            answer();
        } else {
            Runnable unlessAnswered = () -> waiting.filter(answer::equals).ifPresent(_ -> answer());
            timers.at(clock.instant().plus(LONGEST), unlessAnswered);
        }
    }

    /** Does nothing unless somebody waits. */
    private void answer() {
        var answer = waiting;
        waiting = Optional.empty();
        answer.ifPresent(asking -> asking.accept(judge()));
    }

    private Optional<GroupInput.Blamed> judge() {
        var failures = new ArrayList<WorkerFailure>();
        for (Finding finding : findings.values()) {
            finding.notes()
                    .forEach(note -> notice("rank %s: %s".formatted(finding.exited.rank(), note)));
            failures.add(finding.failure());
        }
        rootCause = Blame.culprit(failures, beforehand());
        rootCause.ifPresent(
                guilty -> {
                    failures.sort(Comparator.comparing(failure -> !failure.equals(guilty)));
                    events.accept(new AgentEvent.FailuresFound(clock.instant(), attempt, failures));
                });
        return rootCause.map(
                guilty ->
                        new GroupInput.Blamed(
                                guilty.localRank(), guilty.ownExit(), guilty.inWords()));
    }

    private Set<Rank> beforehand() {
        return findings.entrySet().stream()
                .filter(one -> one.getValue().diagnosis.filter(Diagnosis::beforehand).isPresent())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    private void passErrorOn() {
        if (errorTarget.isEmpty() || rootCause.isEmpty()) return;
        ErrorCopy.write(rootCause.get(), Path.of(errorTarget.get())).ifPresent(this::notice);
    }

    private void notice(String sentence) {
        events.accept(new AgentEvent.Noticed(clock.instant(), sentence));
    }

    /** One that failed, and what its files tell once they are read. */
    private static final class Finding {
        private final WorkerStarted started;
        private final WorkerExited exited;
        private final boolean asked;
        private Optional<Diagnosis> diagnosis = Optional.empty();

        Finding(WorkerStarted started, WorkerExited exited, boolean asked) {
            this.started = started;
            this.exited = exited;
            this.asked = asked;
        }

        List<String> notes() {
            return diagnosis
                    .map(Diagnosis::notes)
                    .orElse(List.of("what it left could not be read in time"));
        }

        WorkerFailure failure() {
            Instant gone = exited.at();
            return new WorkerFailure(
                    exited.rank(),
                    started.localRank(),
                    started.pid(),
                    exited.exit(),
                    gone,
                    asked,
                    diagnosis
                            .map(Diagnosis::cause)
                            .orElseGet(() -> Diagnosis.unread(exited.exit())),
                    diagnosis.flatMap(Diagnosis::errorFile),
                    diagnosis.flatMap(Diagnosis::toldAt).orElse(gone),
                    diagnosis.map(Diagnosis::lastWords).orElse(List.of()));
        }
    }
}
