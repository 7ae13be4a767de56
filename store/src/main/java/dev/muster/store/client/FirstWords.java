package dev.muster.store.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Remembers how the other side began, so that one that is no store can be told by name. Lives on
 * the client's thread.
 */
final class FirstWords extends ChannelInboundHandlerAdapter {
    private static final int ENOUGH = 8;
    private static final int TLS_ALERT = 0x15;
    private static final int TLS_HANDSHAKE = 0x16;
    private static final int TLS_MAJOR_VERSION = 3;

    private final ByteBuf heard = Unpooled.buffer(ENOUGH, ENOUGH);

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof ByteBuf bytes) {
            int count = Math.min(heard.writableBytes(), bytes.readableBytes());
            heard.writeBytes(bytes, bytes.readerIndex(), count);
        }
        context.fireChannelRead(message);
    }

    boolean isNothing() {
        return !heard.isReadable();
    }

    /** Who speaks like that, as the beginning of a sentence. */
    String speaker() {
        String text = heard.toString(StandardCharsets.ISO_8859_1);
        if (text.startsWith("HTTP/")) return "an HTTP server answered";
        if (text.startsWith("SSH-")) return "an SSH server answered";
        if (isTls()) return "a TLS server answered";
        byte[] bytes = new byte[heard.readableBytes()];
        heard.getBytes(heard.readerIndex(), bytes);
        return "the answer began with the bytes " + HexFormat.of().formatHex(bytes);
    }

    private boolean isTls() {
        if (heard.readableBytes() < 2) return false;
        int kind = heard.getUnsignedByte(0);
        return (kind == TLS_ALERT || kind == TLS_HANDSHAKE)
                && heard.getUnsignedByte(1) == TLS_MAJOR_VERSION;
    }
}
