package dev.muster.store.linearizability;

import dev.muster.store.keyspace.ConnectionId;
import dev.muster.store.linearizability.Step.Act;
import dev.muster.store.linearizability.Step.Heard;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.wire.ReplyDecoder;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/**
 * What one connection's client asked and heard, in its order. A request without an answer was
 * served before the next answer came, for a connection is served in order.
 */
final class Diary {
    private final ConnectionId me;
    private final List<Step> closed = new ArrayList<>();
    private final Queue<Step> open = new ArrayDeque<>(); // sent, and not known to be served
    private Optional<Step> wait = Optional.empty();

    Diary(ConnectionId me) {
        this.me = me;
    }

    /** It sends {@code request}. */
    void asks(StoreRequest request, long now) {
        open.add(sent(new Act.Serve(me, request, new Heard.Nothing()), now));
        if (ReplyDecoder.isWaiting(request)) wait = Optional.of(sent(new Act.Wake(me), now));
    }

    /** The answer to the oldest unanswered request has come, or the end of its wait. */
    void hears(StoreReply reply, long now) {
        if (reply instanceof Released) {
            serveUntil(ReplyDecoder::isWaiting, new Heard.Nothing(), now);
            closed.add(until(wait.orElseThrow(), now));
        } else {
            serveUntil(Diary::isAnsweredAtOnce, new Heard.Answer(reply), now);
        }
        wait = Optional.empty();
    }

    /** The store has closed the connection because of the request that was not answered yet. */
    void isCutOff(long now) {
        serveUntil(ReplyDecoder::isAnswered, new Heard.CutOff(), now);
        wait = Optional.empty();
    }

    /** It closes the connection: nobody knows what of the rest was served. */
    void leaves(long now) {
        closed.addAll(open);
        closed.add(sent(new Act.Forget(me), now));
        open.clear();
        wait = Optional.empty();
    }

    /**
     * What the store did with this connection, in that order, if everything sent has arrived by
     * {@code end}, everything answered has come, and nothing more happens.
     */
    List<Step> stepsUntil(long end) {
        var steps = new ArrayList<>(closed);
        for (Step step : open) steps.add(until(step, end));
        if (wait.isPresent()) {
            steps.add(new Step(new Act.LetWait(me), end + 1, Step.OPEN_END, true));
        }
        return steps;
    }

    private interface Kind {
        boolean covers(StoreRequest request);
    }

    private static boolean isAnsweredAtOnce(StoreRequest request) {
        return ReplyDecoder.isAnswered(request) && !ReplyDecoder.isWaiting(request);
    }

    /** Whatever was sent up to the first request of that kind was served; that one said so. */
    private void serveUntil(Kind kind, Heard heard, long now) {
        while (true) {
            Step step = until(open.remove(), now);
            var served = (Act.Serve) step.act();
            if (kind.covers(served.request())) {
                var told = new Act.Serve(me, served.request(), heard);
                closed.add(new Step(told, step.from(), now, true));
                return;
            }
            closed.add(step);
        }
    }

    private static Step sent(Act act, long now) {
        return new Step(act, now, Step.OPEN_END, false);
    }

    private static Step until(Step step, long now) {
        return new Step(step.act(), step.from(), now, true);
    }
}
