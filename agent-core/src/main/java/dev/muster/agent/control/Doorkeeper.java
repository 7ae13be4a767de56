package dev.muster.agent.control;

import dev.muster.agent.pairing.ClientsInForce;
import dev.muster.agent.pairing.DistrustedKey;
import dev.muster.agent.pairing.KeyPin;
import dev.muster.agent.pairing.PairedClient;
import dev.muster.agent.pairing.Role;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Who comes over TCP, who is inside, and who may stay: by key, by number and by how often he came
 * in vain. A stranger is let in only while a code is open, when he may claim to have that, and
 * nothing else.
 *
 * <p>Lives on the control loop; keys are judged on the thread of handshakes.
 */
final class Doorkeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Doorkeeper.class);

    /** From other machines; those on this one have places of their own. */
    private static final int CONNECTIONS = 256;

    /** How many of those may be no further than their handshake. */
    private static final int HANDSHAKES = 64;

    /**
     * The same from one address, from which nobody paired came lately, and from one where he did.
     */
    private static final int HANDSHAKES_OF_ONE = 8;

    private static final int HANDSHAKES_OF_KNOWN = 32;

    /** Of one key: a cockpit holds one for each run that it watches, and leaves room for others. */
    private static final int CONNECTIONS_OF_KEY = 128;

    /** While a code is open; in all, and from one address. */
    private static final int STRANGERS = 8;

    private static final int STRANGERS_OF_ONE = 2;

    private static final String NO_MORE = "no more is heard for a minute";

    /** Enough to claim a code. */
    private static final Duration STRANGERS_STAY = Duration.ofSeconds(10);

    private final boolean mayLaunch;
    private final EventLoop loop;
    private final Audit audit;
    private final PairingDesk pairing;
    private final InstantSource steady;
    private final Knocks knocks = new Knocks();

    /** Connections past their handshake, and whose they are; a stranger's are nobody's. */
    private final Map<Channel, Optional<PairedClient>> inside = new HashMap<>();

    /** Those of them who are nobody's, and where they come from. */
    private final Map<Channel, InetAddress> strangers = new HashMap<>();

    /** Connections whose handshake is under way, and where they come from. */
    private final Map<Channel, InetAddress> outside = new HashMap<>();

    private final ClientsInForce clients;

    /**
     * @param steady goes on evenly, whatever is done to the system's clock
     * @throws IOException when it cannot be known who may come in; the message is for the user
     */
    Doorkeeper(
            TcpAccess access,
            EventLoop loop,
            Audit audit,
            PairingDesk pairing,
            InstantSource steady)
            throws IOException {
        mayLaunch = access.mayLaunch();
        this.loop = loop;
        this.audit = audit;
        this.pairing = pairing;
        this.steady = steady;
        clients = ClientsInForce.open(access.clients(), () -> onLoop(this::lookAgain));
    }

    /** Why that key is not let in; empty when it is. On the thread of handshakes. */
    Optional<DistrustedKey> whyNot(KeyPin key) {
        clients.look(); // a home that comes over the network does not tell of its changes
        Optional<PairedClient> client = clients.find(key);
        if (client.filter(one -> !one.isRevoked()).isPresent() || pairing.isOpen()) {
            return Optional.empty();
        }
        return Optional.of(
                client.map(DistrustedKey::revoked).orElseGet(() -> DistrustedKey.notPaired(key)));
    }

    /** Whether somebody who has just come may begin his handshake. */
    boolean isHeard(Channel channel) {
        InetAddress from = comesFrom(channel);
        if (!knocks.isHeard(from, steady.instant())) return false;
        if (isCrowded(from)) {
            audit.mention(visitor(channel), "connect", "refused: there are too many already");
            return false;
        }
        outside.put(channel, from);
        return true;
    }

    private boolean isCrowded(InetAddress from) {
        boolean isKnown = knocks.isKnown(from, steady.instant());
        return outside.size() >= HANDSHAKES
                || outside.size() + inside.size() >= CONNECTIONS
                || Collections.frequency(outside.values(), from)
                        >= (isKnown ? HANDSHAKES_OF_KNOWN : HANDSHAKES_OF_ONE);
    }

    /** His handshake is over, well or not. */
    void shookHands(Channel channel) {
        outside.remove(channel);
    }

    /**
     * Who that is, now that it has shown its key.
     *
     * @throws DistrustedKey when it may not come in; TLS let it resume, then, what it may no more
     * @throws TurnedAway when it may not now
     */
    Caller enter(Channel channel, KeyPin key) throws DistrustedKey, TurnedAway {
        Optional<PairedClient> client = clients.find(key).filter(one -> !one.isRevoked());
        String who =
                "%s, key %s, from %s"
                        .formatted(
                                client.map(one -> one.name() + ", " + one.role().word())
                                        .orElse("a stranger"),
                                key,
                                comesFrom(channel).getHostAddress());
        if (client.isPresent()) {
            enterPaired(channel, key, who);
        } else if (pairing.isOpen()) {
            enterStranger(channel);
        } else {
            throw DistrustedKey.notPaired(key);
        }
        inside.put(channel, client);
        var _ = channel.closeFuture().addListener(_ -> inside.remove(channel));
        return new Caller(
                who,
                client.map(PairedClient::role).orElse(Role.STRANGER),
                Optional.of(key),
                mayLaunch);
    }

    private void enterPaired(Channel channel, KeyPin key, String who) throws TurnedAway {
        if (!knocks.isHeard(key, steady.instant())) {
            throw new TurnedAway("the key %s is not heard for a minute".formatted(key));
        }
        long others =
                inside.values().stream()
                        .filter(one -> one.filter(known -> known.key().equals(key)).isPresent())
                        .count();
        if (others >= CONNECTIONS_OF_KEY) {
            throw new TurnedAway(
                    "the key %s has %d connections already".formatted(key, CONNECTIONS_OF_KEY));
        }
        if (others == 0) audit.mention(who, "connect", "let in");
        knocks.welcomed(comesFrom(channel), steady.instant());
    }

    /**
     * Few, and not for long, or they would keep out whom the code is for. Each counts as one that
     * was not let in: it has a single try.
     */
    private void enterStranger(Channel channel) throws TurnedAway {
        InetAddress from = comesFrom(channel);
        if (strangers.size() >= STRANGERS
                || Collections.frequency(strangers.values(), from) >= STRANGERS_OF_ONE) {
            throw new TurnedAway("there are as many strangers as there may be");
        }
        strangers.put(channel, from);
        var _ = channel.closeFuture().addListener(_ -> strangers.remove(channel));
        var _ =
                loop.schedule(
                        () -> endStay(channel), STRANGERS_STAY.toMillis(), TimeUnit.MILLISECONDS);
        knock(channel, "it comes again and again and is not paired");
    }

    private void endStay(Channel channel) {
        if (pairing.isTold(channel)) return;
        var _ = channel.close();
    }

    /** Somebody who is paired was refused again and again. */
    void overstepped(Channel channel, KeyPin key) {
        if (!inside.getOrDefault(channel, Optional.empty()).isPresent()) return;
        if (knocks.refused(key, steady.instant()) == Knocks.Verdict.LAST) {
            tell(channel, "the key %s asks for what it may not; ".formatted(key) + NO_MORE);
        }
    }

    /** Somebody was not let in. */
    void refused(Channel channel, String because) {
        switch (knocks.refused(comesFrom(channel), steady.instant())) {
            case HEARD -> tell(channel, because);
            case LAST -> tell(channel, because + "; " + NO_MORE);
            case PAST -> LOG.debug("not let in, like those before: {}", because);
        }
    }

    /** Somebody hung up first: no news, but as much work for us. */
    void left(Channel channel) {
        knock(channel, "it hangs up again and again");
    }

    private void knock(Channel channel, String again) {
        if (knocks.refused(comesFrom(channel), steady.instant()) == Knocks.Verdict.LAST) {
            tell(channel, again + "; " + NO_MORE);
        }
    }

    private void tell(Channel channel, String because) {
        audit.tell(visitor(channel), "connect", "refused: " + because);
    }

    private static String visitor(Channel channel) {
        return "somebody at " + comesFrom(channel).getHostAddress();
    }

    private static InetAddress comesFrom(Channel channel) {
        return ((InetSocketAddress) channel.remoteAddress()).getAddress();
    }

    /** What was known of those who are inside may be so no more. */
    private void lookAgain() {
        Map.copyOf(inside)
                .forEach((channel, client) -> client.ifPresent(known -> check(channel, known)));
    }

    private void check(Channel channel, PairedClient known) {
        Optional<PairedClient> now = clients.find(known.key());
        if (now.equals(Optional.of(known)) || pairing.isTold(channel)) return;
        audit.tell(
                "%s, key %s".formatted(known.name(), known.key()),
                "stay connected",
                "refused: " + now.map(one -> "it is paired otherwise now").orElse("not paired"));
        var _ = channel.pipeline().firstContext().close(); // without a word: it may not hear us out
    }

    private void hangUp() {
        for (Channel channel : List.copyOf(inside.keySet())) {
            var _ = channel.close();
        }
    }

    private void onLoop(Runnable action) {
        try {
            loop.execute(action);
        } catch (RejectedExecutionException _) {
            LOG.debug("the agent is closed, and everybody outside");
        }
    }

    /** Hangs up on everybody. Any thread but the control loop. */
    @Override
    public void close() {
        onLoop(this::hangUp);
        try {
            clients.close();
        } catch (IOException e) {
            LOG.debug("paired clients were watched no more", e);
        }
    }
}
