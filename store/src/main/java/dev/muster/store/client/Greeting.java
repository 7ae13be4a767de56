package dev.muster.store.client;

import dev.muster.store.client.Answer.Replied;
import dev.muster.store.protocol.StoreReply.Number;
import dev.muster.store.protocol.StoreReply.Pong;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.GetNumKeys;
import dev.muster.store.protocol.StoreRequest.Ping;

/** What shows that the other side is a store (tcpstore §4.1). */
enum Greeting {
    /** As PyTorch 2.5 and later greet. */
    PING(new Ping((int) ProcessHandle.current().pid())),
    /** What a store that knows no PING answers to, and nobody else with so small a number. */
    COUNT(new GetNumKeys());

    private final StoreRequest request;

    Greeting(StoreRequest request) {
        this.request = request;
    }

    StoreRequest request() {
        return request;
    }

    /** The one to try when the other side hangs up on this. */
    Greeting other() {
        return switch (this) {
            case PING -> COUNT;
            case COUNT -> PING;
        };
    }

    boolean isMetBy(Answer answer) {
        return answer instanceof Replied(var reply)
                && (reply instanceof Pong
                        || (reply instanceof Number(var keys)
                                && keys >= 0
                                && keys <= Integer.MAX_VALUE));
    }
}
