package dev.muster.agent.barrier.peer;

import dev.muster.agent.barrier.PeerId;
import dev.muster.agent.barrier.PeerMessage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * One connection to a participant that has said who it is. Its two threads wait and report; they
 * decide nothing. All methods may be called from any thread, and none of them waits.
 */
final class Line {
    /** Who is told; on the line's own threads. */
    interface Listener {
        /** {@code done} is to be run when the message has been dealt with. */
        void said(Line line, PeerMessage message, Runnable done);

        /** Told once; nothing comes after it. */
        void ended(Line line, IOException why);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Line.class);

    /** A peer that talks faster than we listen waits, and does not fill our memory. */
    private static final int UNHEARD = 16;

    private final Socket socket;
    private final FrameStream frames;
    private final Frame.Hello hello;
    private final Listener listener;
    private final Outbox outbox = new Outbox();
    private final Semaphore room = new Semaphore(UNHEARD);

    Line(Socket socket, FrameStream frames, Frame.Hello hello, Listener listener) {
        this.socket = socket;
        this.frames = frames;
        this.hello = hello;
        this.listener = listener;
    }

    PeerId peer() {
        return hello.sender();
    }

    long incarnation() {
        return hello.incarnation();
    }

    String host() {
        return socket.getInetAddress().getHostAddress();
    }

    /**
     * @param answer what to say before anything else, where the other side has greeted first
     */
    void start(Optional<Frame.Hello> answer) {
        Thread.ofVirtual().name("hear " + peer()).start(this::hear);
        Thread.ofVirtual().name("tell " + peer()).start(() -> tell(answer));
    }

    void say(PeerMessage message) {
        outbox.put(message);
    }

    /** Says what is left to say, then ends from our side; the other side's end is still heard. */
    void finish() {
        outbox.close();
    }

    void close() {
        outbox.close();
        close(socket);
    }

    static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("A socket did not close cleanly.", e);
        }
    }

    private void hear() {
        try {
            while (true) {
                Frame frame = frames.read();
                if (!(frame instanceof Frame.Said(var message))) {
                    throw new MalformedFrame("a greeting where a message was expected");
                }
                room.acquire();
                listener.said(this, message, room::release);
            }
        } catch (IOException end) {
            listener.ended(this, end);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            close();
        }
    }

    private void tell(Optional<Frame.Hello> answer) {
        try {
            if (answer.isPresent()) frames.writeFirst(answer.get());
            for (var next = outbox.take(); !next.isEmpty(); next = outbox.take()) {
                frames.write(next.stream().<Frame>map(Frame.Said::new).toList());
            }
            socket.shutdownOutput();
        } catch (IOException e) {
            LOG.debug("Participant {} cannot be told anything more.", peer(), e);
            close(); // whoever hears notices, and tells
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
