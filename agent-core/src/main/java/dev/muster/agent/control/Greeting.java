package dev.muster.agent.control;

import dev.muster.agent.pairing.DistrustedKey;
import dev.muster.agent.pairing.KeyPin;
import dev.muster.agent.pairing.PinnedTls;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.channels.ClosedChannelException;
import java.util.Set;

import javax.net.ssl.SSLPeerUnverifiedException;

/** Stands behind a handshake until it is done, and hears nothing before. On the control loop. */
final class Greeting extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(Greeting.class);

    private final Doorkeeper keeper;
    private final Set<String> hosts;
    private final TlsDoor.Welcome welcome;

    /**
     * @param hosts what the client may call us
     */
    Greeting(Doorkeeper keeper, Set<String> hosts, TlsDoor.Welcome welcome) {
        this.keeper = keeper;
        this.hosts = hosts;
        this.welcome = welcome;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (!(event instanceof SslHandshakeCompletionEvent done)) return;
        if (done.isSuccess()) {
            greet(context);
        } else if (done.cause() instanceof ClosedChannelException) {
            keeper.left(context.channel());
        } else {
            keeper.refused(context.channel(), sentence(done.cause()));
        }
    }

    private void greet(ChannelHandlerContext context) {
        try {
            var engine = context.pipeline().get(SslHandler.class).engine();
            KeyPin key = PinnedTls.peerOf(engine.getSession());
            Caller caller = keeper.enter(context.channel(), key);
            welcome.begin(
                    context.channel(),
                    caller,
                    hosts,
                    () -> keeper.overstepped(context.channel(), key));
            context.pipeline().remove(this);
        } catch (SSLPeerUnverifiedException | DistrustedKey | TurnedAway e) {
            keeper.refused(context.channel(), sentence(e));
            var _ = context.close();
        }
    }

    /** What lies deepest says most: the outer ones only say that there was something. */
    private static String sentence(Throwable why) {
        Throwable said = why;
        while (said.getCause() != null && !(said instanceof DistrustedKey)) said = said.getCause();
        return said.getMessage() == null ? said.toString() : said.getMessage();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ReferenceCountUtil.release(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable broken) {
        LOG.debug("a handshake broke", broken);
        var _ = context.close();
    }
}
