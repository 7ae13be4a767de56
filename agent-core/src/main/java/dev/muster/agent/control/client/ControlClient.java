package dev.muster.agent.control.client;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.control.api.ApiHeader;
import dev.muster.agent.control.api.ApiLimits;
import dev.muster.agent.control.api.ApiPath;
import dev.muster.agent.control.api.CommandJson;
import dev.muster.agent.control.api.LaunchJson;
import dev.muster.agent.control.api.OutcomeJson;
import dev.muster.agent.control.api.PairingJson;
import dev.muster.agent.control.api.StacksJson;
import dev.muster.agent.control.api.StoreJson;
import dev.muster.agent.control.client.ControlFailure.Malformed;
import dev.muster.agent.control.client.ControlFailure.Silent;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;
import dev.muster.agent.journal.UnreadableRecord;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.Identity;
import dev.muster.agent.pairing.KeyPin;
import dev.muster.agent.pairing.PinnedTls;
import dev.muster.agent.pairing.Role;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.store.StoreReading;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Asks one agent, through its socket or over TCP. Methods may be called from any thread and do not
 * block; answers come, and listeners are called, on the client's one thread. Whatever fails does so
 * with a {@link ControlFailure}.
 */
public final class ControlClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlClient.class);

    private static final Duration LONGEST_STACKS = Duration.ofMinutes(3);

    private final AgentHttp http;
    private final Patience patience;
    private final Map<String, String> itsName;

    private ControlClient(AgentHttp http, String name, Patience patience) {
        this.http = http;
        this.patience = patience;
        String shown = name.substring(0, Math.min(name.length(), ApiLimits.CLIENT_BYTES));
        itsName = Map.of(ApiHeader.CLIENT, shown);
    }

    /**
     * A client of the agent behind that socket, to which nobody connects yet.
     *
     * @param name by which journals say who asked
     */
    public static ControlClient of(Path socket, String name) {
        return of(socket, name, Patience.DEFAULT);
    }

    static ControlClient of(Path socket, String name, Patience patience) {
        return new ControlClient(new AgentHttp(new UnixWay(socket)), name, patience);
    }

    /**
     * A client of an agent on another machine, to which nobody connects yet.
     *
     * @param expected the only key that is taken for the agent's
     * @param own what we show it
     */
    public static ControlClient of(
            AgentAddress address, KeyPin expected, Identity own, String name) {
        return new ControlClient(
                new AgentHttp(new TlsWay(address, expected, own)), name, Patience.DEFAULT);
    }

    /**
     * The key of whoever answers there. Waits for it, and trusts nobody.
     *
     * @throws ControlFailure when nobody does, or not by TLS 1.3
     */
    public static KeyPin keyAt(AgentAddress address, Identity own) {
        try {
            return PinnedTls.keyAt(address, own, TlsWay.PATIENCE);
        } catch (IOException e) {
            throw new TlsFailure(address, own.pin()).of(e);
        }
    }

    /** The client's thread, for whoever keeps a state of his own there. Nothing may block it. */
    public Executor thread() {
        return http.thread();
    }

    /** Does something on the client's thread after a while, unless it is closed by then. */
    public void after(Duration delay, Runnable action) {
        try {
            var _ = http.thread().schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException _) {
            LOG.debug("a client that is closed was to do something later");
        }
    }

    /** Who the agent is, and which runs it has. */
    public CompletableFuture<AgentFacts> facts() {
        return read(ask(Request.get(ApiPath.AGENT)), ControlClient::facts);
    }

    /** The number of a run's latest event. */
    public CompletableFuture<Long> latestEvent(RunId run) {
        var answer = new LatestAnswer();
        Exchange exchange =
                send(Request.get(ApiPath.run(run)), Optional.of(patience.answer()), answer);
        return inTime(answer.latest(), exchange);
    }

    /** Starts a run; with {@link ControlFailure.Refused} when the agent cannot take it. */
    public CompletableFuture<RunId> launch(JobSpec spec) {
        return read(
                ask(Request.post(ApiPath.RUNS, LaunchJson.text(spec))),
                answer -> LaunchJson.readLaunched(answer.body()));
    }

    /** Starts the same as a run of its machine, with the values that are kept there. */
    public CompletableFuture<RunId> launchAgain(RunId run) {
        return read(
                ask(Request.post(ApiPath.again(run), "")),
                answer -> LaunchJson.readLaunched(answer.body()));
    }

    /** Sends a command; that the agent refuses it is an outcome, and no failure. */
    public CompletableFuture<CommandOutcome> send(AgentCommand command) {
        return read(
                        ask(
                                Request.post(
                                        ApiPath.commands(command.run()),
                                        CommandJson.text(command))),
                        answer -> OutcomeJson.read(answer.body()))
                .exceptionallyCompose(ControlClient::refusal);
    }

    /** Where workers of a run stand. That takes as long as the slowest of them. */
    public CompletableFuture<List<RankStack>> stacks(RunId run, StacksJson.Ask ask) {
        return read(
                ask(
                        Request.post(ApiPath.stacks(run), ask.text()),
                        LONGEST_STACKS,
                        new WholeAnswer(Limits.STACKS)),
                text -> StacksJson.read(text.body()));
    }

    /** Has the agent make a code, with which somebody elsewhere gets that role. */
    public CompletableFuture<PairingJson.Code> pairingCode(Role role) {
        return read(
                ask(Request.post(ApiPath.PAIRING_CODES, PairingJson.wanted(role))),
                answer -> PairingJson.Code.read(answer.body()));
    }

    /** Has the agent forget the code that can still be used; whether there was one. */
    public CompletableFuture<Boolean> cancelPairingCode() {
        return read(
                ask(Request.delete(ApiPath.PAIRING_CODES)),
                answer -> PairingJson.readCancelled(answer.body()));
    }

    /** Shows the agent that we have a code. */
    public CompletableFuture<PairingJson.Paired> pair(PairingJson.Claim claim) {
        return read(
                ask(Request.post(ApiPath.PAIRING, claim.text())),
                answer -> PairingJson.Paired.read(answer.body()));
    }

    /** What the store of a run's workers holds. */
    public CompletableFuture<StoreReading> store(RunId run) {
        return read(ask(Request.get(ApiPath.store(run))), answer -> StoreJson.read(answer.body()));
    }

    /** Hears which runs the agent has, from now on. */
    public Following followAgent(AgentListener listener) {
        return follow(
                Request.get(ApiPath.AGENT_EVENTS),
                listener::opened,
                event -> tell(event, listener),
                listener::failed);
    }

    /**
     * Hears what happens in a run, beginning with what happened before.
     *
     * @param after the number of the last event that is known; 0 to hear of everything
     */
    public Following followRun(RunId run, long after, RunListener listener) {
        var reader = new RunEventReader(after, listener);
        Request request =
                Request.get(ApiPath.events(run))
                        .with(ApiHeader.LAST_EVENT_ID, Long.toString(after));
        return follow(request, () -> {}, reader::take, listener::failed);
    }

    /**
     * Reads a part of a log.
     *
     * @param limit the most bytes; 0 to learn its size only
     */
    public CompletableFuture<LogPiece> readLog(LogPlace log, long from, int limit) {
        var answer = new LogAnswer(limit);
        String target = "%s?from=%d&limit=%d".formatted(log.path(), from, limit);
        Exchange exchange = send(Request.get(target), Optional.of(patience.answer()), answer);
        return inTime(answer.piece(), exchange).whenComplete((_, _) -> exchange.close());
    }

    /** Hears a log's bytes from that one on, those to come too, for as long as they may come. */
    public Following followLog(LogPlace log, long from, LogListener listener) {
        String target = "%s?from=%d&follow=true".formatted(log.path(), from);
        return send(Request.get(target), Optional.empty(), new LogStreamAnswer(listener));
    }

    /** Lets go of everything; what is under way fails. */
    @Override
    public void close() {
        http.close();
    }

    private Following follow(
            Request request,
            Runnable opened,
            Consumer<ServerEvent> events,
            Consumer<ControlFailure> failed) {
        return send(
                request, Optional.of(patience.events()), new EventStream(opened, events, failed));
    }

    private CompletableFuture<WholeAnswer.Text> ask(Request request) {
        return ask(request, patience.answer(), new WholeAnswer(Limits.BODY));
    }

    private CompletableFuture<WholeAnswer.Text> ask(
            Request request, Duration silenceLimit, WholeAnswer answer) {
        Exchange exchange = send(request, Optional.of(silenceLimit), answer);
        return inTime(answer.whole(), exchange);
    }

    /** What comes byte by byte is never silent, and must end all the same. */
    private <T> CompletableFuture<T> inTime(CompletableFuture<T> answer, Exchange exchange) {
        Duration limit = patience.whole();
        Runnable giveUp =
                () -> {
                    exchange.close();
                    answer.completeExceptionally(
                            new Silent(
                                    "the agent's answer was not whole after %d s"
                                            .formatted(limit.toSeconds())));
                };
        try {
            var later = http.thread().schedule(giveUp, limit.toNanos(), TimeUnit.NANOSECONDS);
            var _ = answer.whenComplete((_, _) -> later.cancel(false));
        } catch (RejectedExecutionException _) {
            LOG.debug("a client that is closed was asked for something");
        }
        return answer;
    }

    private Exchange send(Request request, Optional<Duration> silenceLimit, Answer answer) {
        return http.send(request.with(itsName), silenceLimit, answer);
    }

    private static void tell(ServerEvent event, AgentListener listener) {
        switch (event.name()) {
            case "run" -> listener.has(run(event));
            case "gone" -> listener.forgot(run(event));
            default -> {
                // a message of a later version
            }
        }
    }

    /** That what was asked about is not there, or stands otherwise by now, is an answer. */
    private static CompletableFuture<CommandOutcome> refusal(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof ControlFailure.Refused refused
                        && (refused.isAbsence() || refused.isConflict())
                ? CompletableFuture.completedFuture(
                        new CommandOutcome.Refused(String.valueOf(refused.getMessage())))
                : CompletableFuture.failedFuture(failure);
    }

    private static RunId run(ServerEvent event) {
        return understood(() -> LaunchJson.readLaunched(event.data()));
    }

    private static AgentFacts facts(WholeAnswer.Text answer) {
        AgentFacts facts = AgentFacts.read(answer.body());
        if (facts.runs().size() > Limits.RUNS) {
            throw new Malformed("the agent tells of more than %d runs".formatted(Limits.RUNS));
        }
        if (facts.host().length() > Limits.SENTENCE || facts.version().length() > Limits.SENTENCE) {
            throw new Malformed(
                    "the agent's name is longer than %d characters".formatted(Limits.SENTENCE));
        }
        return facts;
    }

    private static <T> CompletableFuture<T> read(
            CompletableFuture<WholeAnswer.Text> answer, Function<WholeAnswer.Text, T> meaning) {
        return answer.thenApply(text -> understood(() -> meaning.apply(text)));
    }

    private static <T> T understood(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (UnreadableRecord | IllegalArgumentException e) {
            throw new Malformed("the agent's answer cannot be read: " + e.getMessage());
        }
    }
}
