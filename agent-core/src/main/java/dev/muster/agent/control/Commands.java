package dev.muster.agent.control;

import dev.muster.agent.AgentException;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.control.Repeats.Done;
import dev.muster.agent.control.Repeats.Seen;
import dev.muster.agent.control.api.ApiPath;
import dev.muster.agent.control.api.CommandReader;
import dev.muster.agent.control.api.LaunchJson;
import dev.muster.agent.control.api.OutcomeJson;
import dev.muster.agent.control.api.Problem;
import dev.muster.agent.control.api.StacksJson;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;
import dev.muster.agent.journal.UnreadableRecord;

import io.netty.channel.EventLoop;

import java.nio.file.Files;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * What is asked of the agent rather than about it. What comes again with a key that was used is
 * answered as it was the first time and not done again. On the control loop.
 */
final class Commands {
    /** More workers than a machine has room for are a mistake, or worse. */
    private static final int MOST_WORKERS = 4_096;

    private final Controlled agent;
    private final Audit audit;
    private final EventLoop loop;
    private final InstantSource clock;
    private final Repeats repeats = new Repeats();

    Commands(Controlled agent, Audit audit, EventLoop loop, InstantSource clock) {
        this.agent = agent;
        this.audit = audit;
        this.loop = loop;
        this.clock = clock;
    }

    void command(Request request, String body, Answer answer) {
        AgentCommand command = read(() -> CommandReader.read(request.run(), body));
        once(
                request,
                body,
                command.toString(),
                answer,
                () -> agent.send(command, request.by()).thenApply(Commands::done));
    }

    void stacks(Request request, String body, Answer answer) {
        StacksJson.Ask ask = read(() -> StacksJson.Ask.read(body));
        RunId run = request.run();
        if (ask.localRanks().size() > MOST_WORKERS) {
            throw unprocessable("localRanks: at most %d".formatted(MOST_WORKERS));
        }
        once(
                request,
                body,
                "stacks of %s, %s".formatted(run, ask),
                answer,
                () ->
                        agent.stacks(run, ask.localRanks(), ask.abort(), request.by())
                                .thenApply(
                                        stacks ->
                                                new Done(
                                                        200,
                                                        Answer.JSON,
                                                        StacksJson.answer(stacks),
                                                        Map.of())));
    }

    void launch(Request request, String body, Answer answer) {
        JobSpec spec = read(() -> LaunchJson.read(body));
        check(spec);
        once(
                request,
                body,
                "launch " + spec.entrypoint(),
                answer,
                () -> agent.launch(spec).thenApply(Commands::launched));
    }

    /** The values of the first run's variables stay on this machine. */
    void again(Request request, Answer answer) {
        RunId run = request.run();
        once(
                request,
                "",
                "launch %s again".formatted(run),
                answer,
                () -> agent.launchAgain(run).thenApply(Commands::launched));
    }

    private static Done launched(RunId run) {
        return new Done(
                201, Answer.JSON, LaunchJson.launched(run), Map.of("Location", ApiPath.run(run)));
    }

    private static void check(JobSpec spec) {
        if (spec.workers() > MOST_WORKERS) {
            throw unprocessable("workers: %d, at most %d".formatted(spec.workers(), MOST_WORKERS));
        }
        if (!Files.isDirectory(spec.workingDirectory())) {
            throw unprocessable(spec.workingDirectory() + " is no folder on this machine");
        }
    }

    /**
     * What the body of a request says.
     *
     * @throws Refusal when it cannot be read
     */
    static <T> T read(Supplier<T> body) {
        try {
            return body.get();
        } catch (UnreadableRecord e) {
            throw unprocessable(String.valueOf(e.getMessage()));
        }
    }

    private static Refusal unprocessable(String detail) {
        return Refusal.of(422, "Not understood", detail);
    }

    private void once(
            Request request,
            String body,
            String what,
            Answer answer,
            Supplier<CompletableFuture<Done>> act) {
        Optional<String> key = request.idempotencyKey();
        Instant now = clock.instant();
        String digest = key.isEmpty() ? "" : digest(request, body);
        Optional<Seen> before = key.flatMap(said -> repeats.find(request.caller(), said, now));
        if (before.filter(seen -> !seen.digest().equals(digest)).isPresent()) {
            throw unprocessable("this key came with another request before");
        }
        CompletableFuture<Done> done =
                before.map(Seen::done).orElseGet(() -> act.get().exceptionally(Commands::broken));
        if (before.isEmpty()) {
            key.ifPresent(said -> repeats.add(request.caller(), said, new Seen(digest, now, done)));
        }
        var _ =
                done.thenAcceptAsync(
                        result -> {
                            String outcome = "%d %s".formatted(result.status(), result.text());
                            audit.tell(
                                    request,
                                    what,
                                    before.isEmpty() ? outcome : "already done: " + outcome);
                            answer.whole(
                                    result.status(),
                                    result.type(),
                                    result.text(),
                                    result.headers());
                        },
                        loop);
    }

    private static String digest(Request request, String body) {
        return Repeats.digest(
                request.endpoint().name(), new TreeMap<>(request.parts()).toString(), body);
    }

    private static Done done(CommandOutcome outcome) {
        boolean accepted = outcome instanceof CommandOutcome.Accepted;
        return new Done(
                accepted ? 200 : 409,
                accepted ? Answer.JSON : Problem.MEDIA_TYPE,
                OutcomeJson.text(outcome),
                Map.of());
    }

    private static Done broken(Throwable why) {
        Problem problem = problem(why);
        return new Done(problem.status(), Problem.MEDIA_TYPE, problem.text(), Map.of());
    }

    /** What the agent refused says why; anything else is its own failure. */
    static Problem problem(Throwable why) {
        for (Throwable cause = why; cause != null; cause = cause.getCause()) {
            if (cause instanceof AgentException refused) {
                return new Problem(422, "Refused", String.valueOf(refused.getMessage()));
            }
        }
        return new Problem(500, "Broken", "the agent failed to do it: " + why);
    }
}
