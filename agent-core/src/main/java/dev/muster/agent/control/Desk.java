package dev.muster.agent.control;

import static java.util.stream.Collectors.toSet;

import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.control.api.Problem;
import dev.muster.agent.control.api.SnapshotJson;
import dev.muster.agent.control.api.StoreJson;
import dev.muster.agent.event.AttemptView;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.job.LineLevel;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.WorkerFiles;

import io.netty.channel.EventLoop;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** Does what a request asks for. Lives on the control loop. */
final class Desk {
    private static final Logger LOG = LoggerFactory.getLogger(Desk.class);

    /** An agent whose thread has not come round by then is not well. */
    private static final Duration WELL = Duration.ofSeconds(5);

    /** Whoever scrapes has a few seconds only. */
    private static final Duration TURN = Duration.ofSeconds(1);

    /** Refusals of these kinds say more about who asked than about what was asked for. */
    private static final List<Integer> OFFENSIVE = List.of(400, 403, 405, 413, 414, 422, 431, 505);

    private final Controlled agent;
    private final Hub hub;
    private final Commands commands;
    private final Optional<PairingDesk> pairing;
    private final Audit audit;
    private final EventLoop loop;
    private final Function<List<RunId>, AgentFacts> facts;
    private final InstantSource clock;
    private final LogLines logLines = new LogLines();
    private CompletableFuture<Map<Path, Map<LineLevel, Long>>> lines =
            CompletableFuture.completedFuture(Map.of());
    private Instant lastTurn;

    /** What takes longer than a turn of the loop to find. */
    private record Counts(
            Map<RunId, Map<String, Long>> operations, Map<Path, Map<LineLevel, Long>> lines) {}

    private record Measured(boolean comesRound, Counts counts) {}

    /**
     * @param pairing absent where nobody can come from another machine
     * @param facts what the agent says of itself, with those runs
     */
    Desk(
            Controlled agent,
            Hub hub,
            Commands commands,
            Optional<PairingDesk> pairing,
            Audit audit,
            EventLoop loop,
            Function<List<RunId>, AgentFacts> facts,
            InstantSource clock) {
        this.agent = agent;
        this.hub = hub;
        this.commands = commands;
        this.pairing = pairing;
        this.audit = audit;
        this.loop = loop;
        this.facts = facts;
        this.clock = clock;
        lastTurn = clock.instant();
    }

    /**
     * @throws Refusal instead of answering
     */
    void answer(Request request, String body, Answer answer) {
        hub.catchUp();
        switch (request.endpoint()) {
            case AGENT ->
                    answer.json(
                            facts.apply(hub.runs().stream().map(JobSnapshot::run).toList()).text());
            case AGENT_EVENTS -> hub.watchAgent(answer.events());
            case RUNS -> answer.json(SnapshotJson.list(hub.runs()));
            case LAUNCH -> commands.launch(request, body, answer);
            case AGAIN -> commands.again(request, answer);
            case RUN -> snapshot(run(request), answer);
            case EVENTS -> {
                RunId run = run(request).run();
                long last = request.lastEvent();
                hub.watchRun(run, last, answer.events());
            }
            case LOG -> log(request, answer);
            case COMMAND -> {
                run(request);
                commands.command(request, body, answer);
            }
            case STACKS -> {
                run(request);
                commands.stacks(request, body, answer);
            }
            case PAIR -> pairing().pair(request, body, answer);
            case PAIRING_CODE -> pairing().offer(request, body, answer);
            case NO_PAIRING_CODE -> pairing().cancel(request, answer);
            case STORE -> store(run(request).run(), answer);
            case METRICS -> metrics(answer);
            case OPENAPI -> answer.whole(200, Answer.JSON, OpenApi.text(), Map.of());
            case HEALTH, READY -> health(answer);
        }
    }

    private PairingDesk pairing() {
        return pairing.orElseThrow(
                () ->
                        Refusal.of(
                                409,
                                "Not listening",
                                "this agent listens at no TCP address; `muster agent --listen"
                                        + " HOST:PORT` does"));
    }

    /**
     * Writes down what was refused, where that may be worth knowing: on this machine a run that is
     * gone is none, and from elsewhere somebody may be guessing. Answers whether it was an offence.
     */
    boolean refused(Caller caller, String what, Refusal refusal) {
        Problem problem = refusal.problem();
        boolean offends = OFFENSIVE.contains(problem.status());
        if (offends || caller.key().isPresent()) {
            String outcome = "%d %s".formatted(problem.status(), problem.detail());
            audit.mention(caller.name(), what, outcome);
        }
        return offends;
    }

    private JobSnapshot run(Request request) {
        RunId run = request.run();
        return hub.snapshot(run)
                .orElseThrow(() -> Refusal.notFound("there is no run %s here".formatted(run)));
    }

    private static void snapshot(JobSnapshot run, Answer answer) {
        answer.whole(
                200,
                Answer.JSON,
                SnapshotJson.text(run),
                Map.of("ETag", "\"%d\"".formatted(run.seq())));
    }

    private void log(Request request, Answer answer) {
        RunId run = run(request).run();
        int attempt = request.attempt();
        LocalRank localRank = request.localRank();
        Path file =
                attempt(run, attempt)
                        .map(AttemptView::files)
                        .flatMap(files -> Optional.ofNullable(files.get(localRank)))
                        .map((WorkerFiles files) -> files.of(request.stream()))
                        .orElseThrow(
                                () ->
                                        Refusal.notFound(
                                                "run %s has no local rank %s in attempt %d"
                                                        .formatted(run, localRank, attempt)));
        var log =
                new LogAnswer(
                        file,
                        request.number("from").orElse(0L),
                        request.number("limit").orElse(Long.MAX_VALUE / 2),
                        request.flag("follow"),
                        () -> isUnderWay(run, attempt));
        log.begin(agent.growth(), answer);
    }

    /** Any thread. */
    private boolean isUnderWay(RunId run, int attempt) {
        return attempt(run, attempt).filter(known -> known.endedAt().isEmpty()).isPresent();
    }

    private Optional<AttemptView> attempt(RunId run, int attempt) {
        return hub.snapshot(run).stream()
                .flatMap(snapshot -> snapshot.attempts().stream())
                .filter(candidate -> candidate.attempt() == attempt)
                .findFirst();
    }

    private void store(RunId run, Answer answer) {
        var _ =
                agent.store(run)
                        .handleAsync(
                                (reading, broken) -> {
                                    if (broken == null) answer.json(StoreJson.text(reading));
                                    else answer.problem(Commands.problem(broken));
                                    return run;
                                },
                                loop);
    }

    private void metrics(Answer answer) {
        then(
                comesRound(TURN).thenCombine(counts(), Measured::new),
                answer,
                measured -> {
                    if (measured.comesRound()) lastTurn = clock.instant();
                    String text = text(measured.counts());
                    answer.whole(200, Exposition.MEDIA_TYPE, text, Map.of());
                });
    }

    private CompletableFuture<Counts> counts() {
        Set<Path> files =
                hub.runs().stream().map(Metrics::files).flatMap(Set::stream).collect(toSet());
        if (lines.isDone()) { // else the one before is held up, and this one would be too
            lines =
                    CompletableFuture.supplyAsync(
                            () -> logLines.count(files),
                            counting -> Thread.ofVirtual().name("count of lines").start(counting));
        }
        return inTime(agent.storeOperations()).thenCombine(inTime(lines), Counts::new);
    }

    /** Nothing, where that takes longer than whoever scrapes has. */
    private static <K, V> CompletableFuture<Map<K, V>> inTime(
            CompletableFuture<Map<K, V>> awaited) {
        return awaited.copy().completeOnTimeout(Map.of(), TURN.toMillis(), TimeUnit.MILLISECONDS);
    }

    private CompletableFuture<Boolean> comesRound(Duration atMost) {
        return agent.present()
                .thenApply(_ -> true)
                .completeOnTimeout(false, atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Goes on with what was waited for, on the loop; a client must not wait for ever. */
    private <T> void then(CompletableFuture<T> awaited, Answer answer, Consumer<T> next) {
        var _ =
                awaited.thenAcceptAsync(next, loop)
                        .exceptionally(
                                broken -> {
                                    LOG.error("A request was not done, by a defect.", broken);
                                    loop.execute(() -> answer.problem(defect()));
                                    return null;
                                });
    }

    private static Problem defect() {
        return new Problem(500, "Broken", "the agent failed at this; its log says why");
    }

    private String text(Counts counts) {
        var metrics = new Metrics(counts.lines());
        metrics.stores(counts.operations());
        metrics.agent(Duration.between(lastTurn, clock.instant()));
        hub.runs().forEach(run -> metrics.run(run, hub.tally(run.run())));
        return metrics.text();
    }

    private void health(Answer answer) {
        then(
                comesRound(WELL),
                answer,
                well -> {
                    if (well) answer.json("{\"status\":\"ok\"}");
                    else answer.problem(notWell());
                });
    }

    private static Problem notWell() {
        return new Problem(
                503,
                "Not well",
                "the agent's thread has not come round within %d s".formatted(WELL.toSeconds()));
    }
}
