package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.NodeLossPolicy;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.rendezvous.RendezvousSettings;
import dev.muster.agent.rendezvous.RendezvousTimeouts;
import dev.muster.agent.rendezvous.dynamic.DynamicHandler;
import dev.muster.agent.rendezvous.dynamic.NextRound;
import dev.muster.agent.rendezvous.dynamic.SharedState;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A node of ours on a real store, with everything it tells. */
final class MeetingNode implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final String RUN = "run";

    final Node name;
    final List<RendezvousNews> news = new CopyOnWriteArrayList<>();
    final DynamicHandler handler;

    private MeetingNode(
            StoreLink store,
            Node name,
            RendezvousSettings settings,
            StateDialect first,
            UnaryOperator<SharedState> between) {
        this.name = name;
        var place = new C10dMeeting.Place(store, StoreDuty.none());
        var meeting = new C10dMeeting(place, settings, name, first, PATIENCE);
        var seating =
                new DynamicHandler.Seating(
                        "c10d", name, settings, Thread.ofVirtual().name("node").factory());
        handler = DynamicHandler.start(seating, between.apply(meeting), news::add);
    }

    static MeetingNode at(InetSocketAddress store, String address, RendezvousSettings settings) {
        return at(store, address, settings, StateDialect.D4, UnaryOperator.identity());
    }

    /** On a link that it may share with others, for as long as none of them closes it. */
    static MeetingNode at(StoreLink store, String address, RendezvousSettings settings) {
        return new MeetingNode(
                store,
                DynamicHandler.nextNode(address),
                settings,
                StateDialect.D4,
                UnaryOperator.identity());
    }

    static MeetingNode at(
            InetSocketAddress store,
            String address,
            RendezvousSettings settings,
            StateDialect first,
            UnaryOperator<SharedState> between) {
        var name = DynamicHandler.nextNode(address);
        return new MeetingNode(new StoreLink(store), name, settings, first, between);
    }

    /** Patient with each other, and quick to complete. */
    static RendezvousSettings nodes(int min, int max) {
        return nodes(RUN, min, max);
    }

    static RendezvousSettings nodes(String run, int min, int max) {
        return nodes(run, min, max, Duration.ofSeconds(60), Duration.ofSeconds(5));
    }

    /**
     * @param join how long to wait for others
     * @param interval between two signs of life
     */
    static RendezvousSettings nodes(int min, int max, Duration join, Duration interval) {
        return nodes(RUN, min, max, join, interval);
    }

    private static RendezvousSettings nodes(
            String run, int min, int max, Duration join, Duration interval) {
        return new RendezvousSettings(
                run,
                min,
                max,
                new RendezvousTimeouts(
                        join, Duration.ofSeconds(1), Duration.ofSeconds(20), Duration.ofSeconds(5)),
                interval,
                3,
                NodeLossPolicy.REFORM);
    }

    /** Its next round, awaited on a thread of its own. */
    CompletableFuture<RendezvousInfo> next() {
        return NextRound.of(handler);
    }

    <T extends RendezvousNews> Stream<T> heard(Class<T> kind) {
        return news.stream().filter(kind::isInstance).map(kind::cast);
    }

    @Override
    public void close() {
        handler.close();
    }
}
