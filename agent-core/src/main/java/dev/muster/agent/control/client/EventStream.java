package dev.muster.agent.control.client;

import dev.muster.agent.control.client.ControlFailure.Malformed;
import dev.muster.agent.control.client.ControlFailure.Unreachable;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** A stream of server-sent events. */
final class EventStream extends CheckedAnswer {
    private static final String TYPE = "text/event-stream";

    private final Runnable opened;
    private final Consumer<ControlFailure> failed;
    private final ServerEventDecoder decoder;

    /**
     * @param opened called when the agent has agreed
     * @param failed called once, when the stream is over for whatever reason
     */
    EventStream(Runnable opened, Consumer<ServerEvent> events, Consumer<ControlFailure> failed) {
        this.opened = opened;
        this.failed = failed;
        decoder = new ServerEventDecoder(Limits.EVENT, events);
    }

    @Override
    void opens(Head head) {
        String type = head.header("content-type").orElse("nothing");
        if (!type.startsWith(TYPE)) {
            throw new Malformed("the agent sends %s (expected: %s)".formatted(type, TYPE));
        }
        opened.run();
    }

    @Override
    void takes(ByteBuffer piece) {
        decoder.take(piece);
    }

    @Override
    void closes() {
        failed.accept(new Unreachable("the agent has ended the stream of its events"));
    }

    @Override
    public void fails(ControlFailure why) {
        failed.accept(why);
    }
}
