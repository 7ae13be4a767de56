package dev.muster.agent.barrier.peer;

import dev.muster.agent.barrier.PeerId;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Finds out who is at the other end of a new connection, in a thread for each. What can be told
 * from the greeting alone is decided here; the rest by its listener, on the loop's thread.
 */
final class Doorkeeper {
    /** On the doorkeeper's threads. */
    interface Listener {
        /** Somebody dialled us who is one of the others, as far as it goes by its greeting. */
        void visited(Socket socket, FrameStream frames, Frame.Hello hello);

        /**
         * Somebody dialled us and was turned away.
         *
         * @param claimed who it says it is, if it came to that
         */
        void turnedAway(Optional<PeerId> claimed, String reason, String because);
    }

    /** Who answers when we dial; on the doorkeeper's threads. */
    interface Answer {
        void reached(Socket socket, FrameStream frames, Frame.Hello hello);

        /**
         * @param reason empty where nobody answered, which is told in other ways
         */
        void failed(Optional<String> reason);
    }

    private static final Duration GREETING_TIME = Duration.ofSeconds(5);
    private static final int SPARE_VISITORS = 16;

    private final Greeting greeting;
    private final FrameCodec codec;
    private final Semaphore visitors;
    private final Listener listener;

    Doorkeeper(Greeting greeting, Listener listener) {
        this.greeting = greeting;
        this.listener = listener;
        codec = new FrameCodec(greeting.group());
        visitors = new Semaphore(greeting.group().size() + SPARE_VISITORS);
    }

    /** Does not wait. */
    void visit(Socket socket) {
        if (!visitors.tryAcquire()) {
            Line.close(socket);
            String why = "too many connections that have not said who they are";
            listener.turnedAway(Optional.empty(), why, why);
            return;
        }
        Thread.ofVirtual()
                .name("greet")
                .start(
                        () -> {
                            try {
                                greet(socket);
                            } finally {
                                visitors.release();
                            }
                        });
    }

    private void greet(Socket socket) {
        try {
            var frames = new FrameStream(socket, codec);
            if (!(frames.readFirst(GREETING_TIME) instanceof Frame.Hello hello)) {
                throw new MalformedFrame("a message where a greeting was expected");
            }
            Optional<String> refusal = greeting.refusal(hello);
            if (refusal.isPresent()) {
                turnAway(socket, frames, hello.sender(), refusal.get());
            } else {
                listener.visited(socket, frames, hello);
            }
        } catch (IOException e) {
            Line.close(socket);
            turnedAway(socket, Optional.empty(), String.valueOf(e.getMessage()));
        }
    }

    /** Tells the other side why, if it listens; waits for it. */
    void turnAway(Socket socket, FrameStream frames, PeerId claimed, String because) {
        try (socket) {
            turnedAway(socket, Optional.of(claimed), because);
            frames.writeFirst(new Frame.Refused(because));
        } catch (IOException e) {
            turnedAway(
                    socket,
                    Optional.of(claimed),
                    "%s; it went before it was told".formatted(because));
        }
    }

    private void turnedAway(Socket socket, Optional<PeerId> claimed, String because) {
        listener.turnedAway(
                claimed,
                "turned away: " + because,
                "a connection from %s was turned away: %s"
                        .formatted(socket.getInetAddress().getHostAddress(), because));
    }

    /** Does not wait. */
    void dial(PeerId peer, InetSocketAddress address, Answer answer) {
        Thread.ofVirtual().name("dial " + peer).start(() -> reach(peer, address, answer));
    }

    private void reach(PeerId peer, InetSocketAddress address, Answer answer) {
        var socket = new Socket();
        try {
            socket.connect(resolved(address), (int) GREETING_TIME.toMillis());
            var frames = new FrameStream(socket, codec);
            frames.writeFirst(greeting.hello(peer));
            switch (frames.readFirst(GREETING_TIME)) {
                case Frame.Hello hello -> {
                    Optional<String> refusal = greeting.refusal(hello, peer);
                    if (refusal.isPresent()) throw new MalformedFrame(refusal.get());
                    answer.reached(socket, frames, hello);
                }
                case Frame.Refused(var because) -> {
                    throw new MalformedFrame("it turned us away: " + because);
                }
                case Frame.Said _ ->
                        throw new MalformedFrame("a message where a greeting was expected");
            }
        } catch (EOFException | MalformedFrame e) {
            Line.close(socket);
            answer.failed(Optional.of(String.valueOf(e.getMessage())));
        } catch (IOException _) { // nobody there, or too slow: it is dialled again
            Line.close(socket);
            answer.failed(Optional.empty());
        }
    }

    /** A name may mean another machine by now. */
    private static InetSocketAddress resolved(InetSocketAddress address) {
        return address.isUnresolved()
                ? new InetSocketAddress(address.getHostString(), address.getPort())
                : address;
    }
}
