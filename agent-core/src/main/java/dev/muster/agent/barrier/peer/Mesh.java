package dev.muster.agent.barrier.peer;

import dev.muster.agent.barrier.PeerId;
import dev.muster.agent.barrier.PeerMessage;
import dev.muster.agent.loop.AgentLoop;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * A connection to every other participant, as far as that is to be had. On the loop's thread, but
 * for what it is told by connections, which it passes on to the loop.
 */
final class Mesh implements Line.Listener, Doorkeeper.Listener {
    /** Who is told, on the loop's thread. */
    interface Listener {
        void connected(PeerId peer, long incarnation);

        void disconnected(PeerId peer);

        void received(PeerId peer, PeerMessage message);

        /**
         * Somebody was turned away, or we were; whoever keeps trying is told of once.
         *
         * @param peer who it is or claims to be, if that is one of the others
         * @param reason the part of {@code because} that says why
         */
        void refused(Optional<PeerId> peer, String reason, String because);
    }

    /** How many sentences are remembered; strangers can think of any number. */
    private static final int MOST_REFUSALS = 256;

    private final Greeting greeting;
    private final Map<PeerId, InetSocketAddress> toDial = new HashMap<>();
    private final Map<PeerId, Redial> redials = new HashMap<>();
    private final Map<PeerId, Line> lines = new HashMap<>();
    private final Set<Line> open = ConcurrentHashMap.newKeySet();
    private final AgentLoop loop;
    private final InstantSource clock;
    private final Doorkeeper door;
    private final Listener listener;
    private final Set<String> toldRefusals = new HashSet<>();
    private boolean closing;

    Mesh(
            Greeting greeting,
            Map<PeerId, InetSocketAddress> addresses,
            AgentLoop loop,
            InstantSource clock,
            RandomGenerator random,
            Listener listener) {
        this.greeting = greeting;
        this.loop = loop;
        this.clock = clock;
        this.listener = listener;
        door = new Doorkeeper(greeting, this);
        for (PeerId peer : greeting.group().others(greeting.me())) {
            InetSocketAddress address = addresses.get(peer);
            if (peer.compareTo(greeting.me()) < 0 && address != null) {
                toDial.put(peer, address);
                redials.put(peer, new Redial(random));
            }
        }
    }

    void start(PeerPort port) {
        port.open(door::visit);
        List.copyOf(toDial.keySet()).forEach(this::dial);
    }

    void send(PeerId peer, PeerMessage message) {
        Line line = lines.get(peer);
        if (line != null) line.say(message);
    }

    /** Ends a connection that is of no use any more, and tries for another. */
    void drop(PeerId peer) {
        Line line = lines.remove(peer);
        if (line == null) return;
        line.close();
        dialLater(peer);
    }

    /** Says what is left to say; no new connections. */
    void finish() {
        closing = true;
        lines.values().forEach(Line::finish);
    }

    /** Whether the last connection is gone. Any thread. */
    boolean isQuiet() {
        return open.isEmpty();
    }

    /** Any thread. */
    void closeAll() {
        open.forEach(Line::close);
    }

    // ---- by threads that wait; passed on to the loop ----

    @Override
    public void said(Line line, PeerMessage message, Runnable done) {
        loop.execute(
                () -> {
                    done.run();
                    if (isCurrent(line)) listener.received(line.peer(), message);
                });
    }

    @Override
    public void ended(Line line, IOException why) {
        open.remove(line);
        loop.execute(() -> lost(line, why));
    }

    @Override
    public void visited(Socket socket, FrameStream frames, Frame.Hello hello) {
        loop.execute(() -> admit(socket, frames, hello));
    }

    @Override
    public void turnedAway(Optional<PeerId> claimed, String reason, String because) {
        Optional<PeerId> other =
                claimed.filter(id -> greeting.group().has(id) && !id.equals(greeting.me()));
        loop.execute(() -> refused(other, reason, because));
    }

    // ---- on the loop ----

    private void dial(PeerId peer) {
        InetSocketAddress address = toDial.get(peer);
        if (closing || address == null || lines.containsKey(peer)) return;
        door.dial(
                peer,
                address,
                new Doorkeeper.Answer() {
                    @Override
                    public void reached(Socket socket, FrameStream frames, Frame.Hello hello) {
                        loop.execute(() -> join(socket, frames, hello, Optional.empty()));
                    }

                    @Override
                    public void failed(Optional<String> reason) {
                        loop.execute(
                                () -> {
                                    reason.ifPresent(why -> turnedUsAway(peer, address, why));
                                    dialLater(peer);
                                });
                    }
                });
    }

    private void turnedUsAway(PeerId peer, InetSocketAddress address, String reason) {
        refused(
                Optional.of(peer),
                reason,
                "participant %s at %s:%d: %s"
                        .formatted(peer, address.getHostString(), address.getPort(), reason));
    }

    private void dialLater(PeerId peer) {
        Redial redial = redials.get(peer);
        if (closing || redial == null) return;
        loop.at(clock.instant().plus(redial.pause()), () -> dial(peer));
    }

    /** One life of a participant may connect again at any time; another only when it is gone. */
    private void admit(Socket socket, FrameStream frames, Frame.Hello hello) {
        Line before = lines.get(hello.sender());
        if (before != null && before.incarnation() != hello.incarnation()) {
            String because =
                    "participant %s is connected already, from %s"
                            .formatted(hello.sender(), before.host());
            Thread.ofVirtual()
                    .name("turn away")
                    .start(() -> door.turnAway(socket, frames, hello.sender(), because));
            return;
        }
        join(socket, frames, hello, Optional.of(greeting.hello(hello.sender())));
    }

    private void join(
            Socket socket, FrameStream frames, Frame.Hello hello, Optional<Frame.Hello> answer) {
        if (closing) {
            Line.close(socket);
            return;
        }
        var line = new Line(socket, frames, hello, this);
        open.add(line);
        Line before = lines.put(line.peer(), line);
        if (before != null) before.close();
        Redial redial = redials.get(line.peer());
        if (redial != null) redial.succeeded();
        line.start(answer);
        listener.connected(line.peer(), line.incarnation());
    }

    private void lost(Line line, IOException why) {
        if (!isCurrent(line)) return;
        lines.remove(line.peer());
        if (why instanceof MalformedFrame) {
            String because =
                    "participant %s was cut off: %s".formatted(line.peer(), why.getMessage());
            refused(Optional.empty(), because, because);
        }
        listener.disconnected(line.peer());
        dialLater(line.peer());
    }

    private boolean isCurrent(Line line) {
        return line.equals(lines.get(line.peer()));
    }

    private void refused(Optional<PeerId> peer, String reason, String because) {
        if (toldRefusals.size() >= MOST_REFUSALS) toldRefusals.clear();
        if (toldRefusals.add(because)) listener.refused(peer, reason, because);
    }
}
