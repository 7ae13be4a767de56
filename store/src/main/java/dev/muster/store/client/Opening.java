package dev.muster.store.client;

import dev.muster.store.client.Answer.Late;
import dev.muster.store.client.Answer.Lost;
import dev.muster.store.client.Opening.Outcome.Failed;
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
 * Each try goes through all addresses of the name. Lives on the client's thread.
 *
 * <p>What is told in the end is why the last try failed that had the time to; one that the deadline
 * cut short tells less than the one before it. Of several addresses that one counts with which it
 * came furthest.
 */
final class Opening {
    private static final Duration TOO_SHORT_TO_TELL = Duration.ofMillis(250);

    /** For the first try: a store may be slow, so each further try has twice the patience. */
    private static final Duration PER_ADDRESS_OF_MANY = Duration.ofSeconds(2);

    /** Sooner than the system gives up, which tells that like a refusal. */
    private static final Duration PER_ADDRESS = Duration.ofSeconds(20);

    /** What came of it. */
    sealed interface Outcome {
        /** {@code greeting} is the one that was answered, from {@code address}. */
        record Opened(Conversation conversation, Greeting greeting, InetSocketAddress address)
                implements Outcome {}

        record Failed(Lost why) implements Outcome {}
    }

    /**
     * What one try has left to do.
     *
     * @param addresses never none
     * @param many whether there were others
     * @param again whether the first of them has hung up on the other greeting
     */
    private record Round(List<InetAddress> addresses, boolean many, boolean again) {
        static Round through(List<InetAddress> addresses) {
            return new Round(addresses, addresses.size() > 1, false);
        }

        InetAddress address() {
            return addresses.getFirst();
        }

        Round onceMore() {
            return new Round(addresses, many, true);
        }

        Optional<Round> withTheOthers() {
            if (addresses.size() == 1) return Optional.empty();
            return Optional.of(new Round(addresses.subList(1, addresses.size()), many, false));
        }
    }

    private final EventLoop loop;
    private final Destination destination;
    private final Backoff backoff;
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

    private volatile Optional<Channel> channel = Optional.empty();
    private Greeting greeting;
    private Duration perAddressOfMany = PER_ADDRESS_OF_MANY;
    private Optional<Lost> before = Optional.empty();
    private Optional<Lost> inThisTry = Optional.empty();
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
        var _ = opening.outcome.thenAccept(opening::closeUnlessOpened);
        loop.execute(opening::attempt);
        return opening.outcome;
    }

    private void attempt() {
        if (outcome.isDone()) return;
        var address = destination.address();
        if (!address.isUnresolved()) {
            dial(Round.through(List.of(address.getAddress())));
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
            dial(Round.through(addresses));
        }
    }

    private void dial(Round round) {
        enter(Loss.UNREACHABLE, Findings.nothingAnswers(round.address()));
        var target = new InetSocketAddress(round.address(), destination.address().getPort());
        var connecting = bootstrap(round.many() ? perAddressOfMany : PER_ADDRESS).connect(target);
        take(connecting.channel());
        connecting.addListener(
                (ChannelFuture dialled) -> {
                    if (outcome.isDone()) return;
                    var failure = Optional.ofNullable(dialled.cause());
                    if (failure.isEmpty() && !isTalkingToItself(dialled.channel())) {
                        greet(dialled.channel().pipeline().get(Conversation.class), round);
                    } else {
                        passOver(round, whyNot(round.address(), failure));
                    }
                });
    }

    private void greet(Conversation conversation, Round round) {
        enter(Loss.SILENT, Findings.SILENT);
        conversation.begin();
        var answer = new CompletableFuture<Answer>();
        var _ = answer.thenAccept(how -> greeted(conversation, how, round));
        conversation.ask(new Question(greeting.request(), answer));
        if (round.many()) {
            var late =
                    loop.schedule(
                            () -> answer.complete(new Late()),
                            perAddressOfMany.toNanos(),
                            TimeUnit.NANOSECONDS);
            var _ = answer.thenRun(() -> late.cancel(false));
        }
    }

    private void greeted(Conversation conversation, Answer answer, Round round) {
        if (outcome.isDone()) return;
        if (greeting.isMetBy(answer)) {
            var address = new InetSocketAddress(round.address(), destination.address().getPort());
            outcome.complete(new Outcome.Opened(conversation, greeting, address));
        } else if (answer instanceof Late) {
            passOver(round, conversation.end(Loss.SILENT, Findings.SILENT));
        } else if (conversation.firstWords().isNothing()) {
            // a store of PyTorch 2.2 to 2.4 hangs up on a PING
            greeting = greeting.other();
            if (round.again()) passOver(round, new Lost(Loss.WRONG_SERVICE, Findings.HANGS_UP));
            else dial(round.onceMore());
        } else {
            String speaker = conversation.firstWords().speaker();
            conversation.end(Loss.WRONG_SERVICE, speaker);
            passOver(round, new Lost(Loss.WRONG_SERVICE, Findings.stranger(speaker)));
        }
    }

    /** The store is not at the first address of {@code round}. */
    private void passOver(Round round, Lost why) {
        var furthest = furthest(why);
        inThisTry = Optional.of(furthest);
        round.withTheOthers().ifPresentOrElse(this::dial, () -> failed(furthest));
    }

    private Lost furthest(Lost why) {
        return inThisTry.filter(other -> other.loss().compareTo(why.loss()) >= 0).orElse(why);
    }

    private void failed(Lost why) {
        before = Optional.of(why);
        inThisTry = Optional.empty();
        ifCutShort = why;
        perAddressOfMany = longer(perAddressOfMany);
        if (outcome.isDone()) return;
        var _ = loop.schedule(this::attempt, backoff.next().toNanos(), TimeUnit.NANOSECONDS);
    }

    private static Duration longer(Duration patience) {
        var doubled = patience.multipliedBy(2);
        return doubled.compareTo(PER_ADDRESS) < 0 ? doubled : PER_ADDRESS;
    }

    private void enter(Loss loss, String finding) {
        ifCutShort = new Lost(loss, finding);
        phaseBegan = System.nanoTime();
    }

    private void cutShort() {
        long sofar = System.nanoTime() - phaseBegan;
        boolean toldLittle = sofar < TOO_SHORT_TO_TELL.toNanos();
        var why = toldLittle ? before.or(() -> inThisTry).orElse(ifCutShort) : furthest(ifCutShort);
        outcome.complete(new Failed(why));
    }

    /** From now on this is the one to be closed when the opening is stopped. */
    private void take(Channel dialling) {
        channel = Optional.of(dialling);
        if (outcome.isDone()) closeUnlessOpened(outcome.join()); // it was stopped in between
    }

    /** On whatever thread it was stopped. */
    private void closeUnlessOpened(Outcome how) {
        if (how instanceof Failed && channel.isPresent()) {
            var _ = channel.get().close();
        }
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
