package dev.muster.agent.control.client;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** How an agent is reached. Called on the client's thread. */
interface Way {
    /**
     * Connects.
     *
     * @param fit puts the handlers of HTTP behind those of the way
     * @return completes on the thread, when a request may be sent; fails with a {@link
     *     ControlFailure}
     */
    CompletableFuture<Channel> open(EventLoop thread, Consumer<Channel> fit);
}
