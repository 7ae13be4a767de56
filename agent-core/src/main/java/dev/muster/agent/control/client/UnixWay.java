package dev.muster.agent.control.client;

import dev.muster.agent.control.client.ControlFailure.Unreachable;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioDomainSocketChannel;

import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A socket on this machine. */
record UnixWay(Path socket) implements Way {
    @Override
    public CompletableFuture<Channel> open(EventLoop thread, Consumer<Channel> fit) {
        var open = new CompletableFuture<Channel>();
        var connecting =
                new Bootstrap()
                        .group(thread)
                        .channelFactory(NioDomainSocketChannel::new)
                        .handler(
                                new ChannelInitializer<Channel>() {
                                    @Override
                                    protected void initChannel(Channel channel) {
                                        fit.accept(channel);
                                    }
                                })
                        .connect(UnixDomainSocketAddress.of(socket));
        var _ =
                connecting.addListener(
                        _ -> {
                            if (connecting.isSuccess()) open.complete(connecting.channel());
                            else open.completeExceptionally(nobodyThere(connecting.cause()));
                        });
        return open;
    }

    private Unreachable nobodyThere(Throwable cause) {
        return new Unreachable("no agent answers at %s: %s".formatted(socket, cause.getMessage()));
    }
}
