package dev.muster.store.client;

import dev.muster.store.client.Answer.Lost;
import dev.muster.store.protocol.Loss;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Comes to a conversation with the store at an address. A store that is not there yet may come, so
 * all of it, from the look-up of the name to the first answer, is tried again until the deadline.
 * Lives on the client's thread.
 *
 * <p>What is told in the end is why the last try failed that had the time to; one that the deadline
 * cut short tells less than the one before it.
 */
final class Opening {
    private static final Duration TOO_SHORT_TO_TELL = Duration.ofMillis(250);
    private static final Duration WITH_OTHERS_LEFT = Duration.ofSeconds(2);

    /** Sooner than the system gives up, which tells that like a refusal. */
    private static final Duration PER_ADDRESS = Duration.ofSeconds(20);

    /** What came of it. */
    sealed interface Outcome {
        /** {@code greeting} is the one that was answered. */
        record Opened(Conversation conversation, Greeting greeting) implements Outcome {}

        record Failed(Lost why) implements Outcome {}
    }

    private final EventLoop loop;
    private final Destination destination;
    private final Backoff backoff;
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

    private Greeting greeting;
    private Optional<Lost> before = Optional.empty();
    private Lost ifCutShort = new Lost(Loss.UNRESOLVED, "there was no time to try");
    private long phaseBegan = System.nanoTime();

    private Opening(EventLoop loop, Destination destination, Greeting greeting) {
        this.loop = loop;
        this.destination = destination;
        this.backoff = new Backoff(destination.random());
        this.greeting = greeting;
    }

    /**
     * Begins, from any thread.
     *
     * @param greeting what the other side has to answer first, or else {@link Greeting#other}: only
     *     that shows that it will serve this connection
     * @return completes by {@code deadline}; whoever completes it before has stopped it
     */
    static CompletableFuture<Outcome> begin(
            EventLoop loop, Destination destination, Deadline deadline, Greeting greeting) {
        var opening = new Opening(loop, destination, greeting);
        var cut = loop.schedule(opening::cutShort, deadline.remainingNanos(), TimeUnit.NANOSECONDS);
        var _ = opening.outcome.thenRun(() -> cut.cancel(false));
        loop.execute(opening::attempt);
        return opening.outcome;
    }

    private void attempt() {
        if (outcome.isDone()) return;
        var address = destination.address();
        if (!address.isUnresolved()) {
            dial(List.of(address.getAddress()));
            return;
        }
        String host = address.getHostString();
        enter(Loss.UNRESOLVED, Findings.slowName(host));
        var _ = destination.names().lookUp(host).thenAcceptAsync(this::resolved, loop);
    }

    private void resolved(List<InetAddress> addresses) {
        if (outcome.isDone()) return;
        if (addresses.isEmpty()) {
            failed(
                    new Lost(
                            Loss.UNRESOLVED,
                            Findings.noSuchName(destination.address().getHostString())));
        } else {
            dial(addresses);
        }
    }

    /** Tries the first of {@code addresses}, and the others should that fail. */
    private void dial(List<InetAddress> addresses) {
        enter(Loss.UNREACHABLE, Findings.nothingAnswers(addresses.getFirst()));
        var target = new InetSocketAddress(addresses.getFirst(), destination.address().getPort());
        boolean last = addresses.size() == 1;
        var limit = last ? PER_ADDRESS : WITH_OTHERS_LEFT;
        var connecting = bootstrap(limit).connect(target);
        closeIfStopped(connecting.channel());
        connecting.addListener(
                (ChannelFuture dialled) -> {
                    if (outcome.isDone()) return;
                    var failure = Optional.ofNullable(dialled.cause());
                    if (failure.isEmpty() && !isTalkingToItself(dialled.channel())) {
                        greet(dialled.channel().pipeline().get(Conversation.class));
                    } else if (last) {
                        failed(whyNot(addresses.getFirst(), failure));
                    } else {
                        dial(addresses.subList(1, addresses.size()));
                    }
                });
    }

    private void greet(Conversation conversation) {
        enter(Loss.SILENT, Findings.SILENT);
        conversation.begin();
        var answer = new CompletableFuture<Answer>();
        var _ = answer.thenAccept(how -> greeted(conversation, how));
        conversation.ask(new Question(greeting.request(), answer));
    }

    private void greeted(Conversation conversation, Answer answer) {
        if (outcome.isDone()) return;
        if (greeting.isMetBy(answer)) {
            outcome.complete(new Outcome.Opened(conversation, greeting));
        } else if (conversation.firstWords().isNothing()) {
            // a store of PyTorch 2.2 to 2.4 hangs up on a PING
            greeting = greeting.other();
            failed(new Lost(Loss.WRONG_SERVICE, Findings.HANGS_UP));
        } else {
            String speaker = conversation.firstWords().speaker();
            conversation.end(Loss.WRONG_SERVICE, speaker);
            failed(new Lost(Loss.WRONG_SERVICE, Findings.stranger(speaker)));
        }
    }

    private void failed(Lost why) {
        before = Optional.of(why);
        ifCutShort = why;
        if (outcome.isDone()) return;
        var _ = loop.schedule(this::attempt, backoff.next().toNanos(), TimeUnit.NANOSECONDS);
    }

    private void enter(Loss loss, String finding) {
        ifCutShort = new Lost(loss, finding);
        phaseBegan = System.nanoTime();
    }

    private void cutShort() {
        long sofar = System.nanoTime() - phaseBegan;
        var why = sofar < TOO_SHORT_TO_TELL.toNanos() ? before.orElse(ifCutShort) : ifCutShort;
        outcome.complete(new Outcome.Failed(why));
    }

    private void closeIfStopped(Channel channel) {
        var _ =
                outcome.thenAccept(
                        how -> {
                            var ours =
                                    Optional.ofNullable(channel.pipeline().get(Conversation.class));
                            boolean wanted =
                                    how instanceof Outcome.Opened(var conversation, _)
                                            && ours.filter(conversation::equals).isPresent();
                            if (!wanted) {
                                var _ = channel.close();
                            }
                        });
    }

    private Lost whyNot(InetAddress address, Optional<Throwable> failure) {
        boolean refused =
                failure.isEmpty()
                        || (failure.get() instanceof ConnectException refusal
                                && !(refusal instanceof ConnectTimeoutException));
        if (refused) return new Lost(Loss.REFUSED, Findings.refused(address));
        return new Lost(Loss.UNREACHABLE, Findings.nothingAnswers(address));
    }

    /**
     * A client that keeps trying a port of its own machine where nobody listens is in the end given
     * that very port, and connected to itself.
     */
    private static boolean isTalkingToItself(Channel channel) {
        if (!channel.localAddress().equals(channel.remoteAddress())) return false;
        var _ = channel.close();
        return true;
    }

    private Bootstrap bootstrap(Duration limit) {
        return new Bootstrap()
                .group(loop)
                .disableResolver() // it is resolved; theirs starts a thread when the loop ends
                .channel(NioSocketChannel.class)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(limit.toMillis()))
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .handler(
                        new ChannelInitializer<>() {
                            @Override
                            protected void initChannel(Channel channel) {
                                Conversation.over(channel);
                            }
                        });
    }
}
