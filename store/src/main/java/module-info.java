/**
 * PyTorch's key-value store: the messages, the keyspace they act on, and the sockets they cross.
 *
 * <p>Contract: nothing exported names a Netty type, so that the transport can change without a
 * caller noticing.
 */
module dev.muster.store {
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.common;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.classes.io_uring;
    requires io.netty.transport.unix.common;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.muster.store;
    exports dev.muster.store.collective;
    exports dev.muster.store.protocol;
    exports dev.muster.store.view;
}
