package dev.muster.agent.control;

import dev.muster.agent.control.api.PairingJson;
import dev.muster.agent.control.api.Problem;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.KeyPin;
import dev.muster.agent.pairing.PairedClient;
import dev.muster.agent.pairing.PairedClients;
import dev.muster.agent.pairing.PairingCode;
import dev.muster.agent.pairing.PairingCode.Side;
import dev.muster.agent.pairing.PairingOffer;
import dev.muster.agent.pairing.Role;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Makes codes, and pairs whoever shows that it has one. There is one code at a time: the newest. On
 * the control loop.
 */
final class PairingDesk {
    private static final Logger LOG = LoggerFactory.getLogger(PairingDesk.class);

    private final KeyPin own;
    private final String host;
    private final PairedClients clients;
    private final Audit audit;
    private final EventLoop loop;
    private final InstantSource clock;
    private final SecureRandom chance = new SecureRandom();
    private volatile AgentAddress address;
    private volatile Optional<PairingOffer> offer = Optional.empty();

    /** How often that code was tried in vain, and from where. */
    private final Map<InetAddress, Integer> wrong = new HashMap<>();

    /** Those that are told now that they are paired, and then hung up on. */
    private final Set<Channel> beingTold = new HashSet<>();

    /**
     * @param host what this machine calls itself
     */
    PairingDesk(TcpAccess access, String host, Audit audit, EventLoop loop, InstantSource clock) {
        own = access.own().pin();
        address = access.listen();
        clients = access.clients();
        this.host = host;
        this.audit = audit;
        this.loop = loop;
        this.clock = clock;
    }

    /** What others are to be told. Any thread. */
    void isReachedAt(AgentAddress told) {
        address = told;
    }

    /** Whether a code could be used now. Any thread. */
    boolean isOpen() {
        return open().isPresent();
    }

    private Optional<PairingOffer> open() {
        return offer.filter(made -> made.isOpen(clock.instant()));
    }

    /** Whether that connection brought about what has changed, and is over when it knows. */
    boolean isTold(Channel channel) {
        return beingTold.contains(channel);
    }

    /** Makes a code; the one before is worth nothing any more. */
    void offer(Request request, String body, Answer answer) {
        Role role = Commands.read(() -> PairingJson.readWanted(body));
        var made = PairingOffer.of(PairingCode.random(chance), role, clock.instant());
        offer = Optional.of(made);
        wrong.clear();
        audit.tell(request, "make a code for the role " + role.word(), "201");
        var _ =
                loop.schedule(
                        () -> expire(made, request),
                        PairingOffer.LIFE.toMillis(),
                        TimeUnit.MILLISECONDS);
        var code = new PairingJson.Code(made.code(), role, made.until(), address, own);
        answer.whole(201, Answer.JSON, code.text(), Map.of());
    }

    /** By time that goes on evenly; somebody may have set the clock back meanwhile. */
    private void expire(PairingOffer made, Request request) {
        if (offer.filter(made::isSameAs).isEmpty()) return;
        offer = Optional.empty();
        audit.tell(request, "make a code", "it was not used in time, and is worth nothing now");
    }

    /** Takes back the code that can still be used, if there is one. */
    void cancel(Request request, Answer answer) {
        boolean wasOpen = isOpen();
        offer = Optional.empty();
        audit.tell(request, "take the code back", wasOpen ? "200" : "200 there was none");
        answer.json(PairingJson.cancelled(wasOpen));
    }

    /** Pairs the caller, if it has the code. */
    void pair(Request request, String body, Answer answer) {
        KeyPin key =
                request.caller()
                        .key()
                        .orElseThrow(
                                () ->
                                        Refusal.of(
                                                409,
                                                "Not needed",
                                                "whoever is on this machine needs no pairing"));
        var claim = Commands.read(() -> PairingJson.Claim.read(body));
        PairingOffer used =
                open().orElseThrow(
                                () ->
                                        forbidden(
                                                "no code is open; `muster pair` on the agent's"
                                                        + " machine makes one"));
        InetAddress from = ((InetSocketAddress) answer.channel().remoteAddress()).getAddress();
        int triesLeft = PairingOffer.TRIES_OF_ONE - wrong.getOrDefault(from, 0);
        if (triesLeft <= 0) {
            throw forbidden("this code was tried in vain too often from there; make a new one");
        }
        if (!used.isProved(claim.proof(), own, key)) {
            PairingOffer left = used.afterWrongProof();
            offer = Optional.of(left);
            if (left.triesLeft() == 0) {
                audit.tell(
                        request, "try the code", "403 it was tried too often; it is worth nothing");
            }
            wrong.merge(from, 1, Integer::sum);
            throw forbidden(
                    "that is not the code, or somebody is in between; tries left: "
                            + (triesLeft - 1));
        }
        offer = Optional.empty();
        beingTold.add(answer.channel());
        var _ = answer.channel().closeFuture().addListener(_ -> beingTold.remove(answer.channel()));
        var client =
                new PairedClient(key, claim.name(), used.role(), clock.instant(), Optional.empty());
        var _ =
                CompletableFuture.supplyAsync(() -> add(client), Thread::startVirtualThread)
                        .thenApplyAsync(added -> paired(added, used, request, answer), loop)
                        .exceptionallyAsync(why -> failed(why, request, answer), loop);
    }

    private PairedClient add(PairedClient client) {
        try {
            return clients.add(client);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean paired(PairedClient added, PairingOffer used, Request request, Answer answer) {
        audit.tell(
                request,
                "pair as " + added.name(),
                "200 %s with the key %s".formatted(added.role().word(), added.key()));
        String proof = used.code().proof(Side.AGENT, own, added.key());
        var paired = new PairingJson.Paired(added.name(), added.role(), host, proof);
        answer.whole(200, Answer.JSON, paired.text(), Map.of(HttpHeaderNames.CONNECTION, "close"));
        answer.hangUp();
        return true;
    }

    private boolean failed(Throwable why, Request request, Answer answer) {
        LOG.error("Somebody was not paired, though he had the code.", why);
        audit.tell(request, "pair", "500 " + why.getMessage());
        answer.lastProblem(
                new Problem(500, "Broken", "the agent cannot write down whom it trusts"));
        return false;
    }

    private static Refusal forbidden(String why) {
        return Refusal.of(403, "Not allowed", why);
    }
}
