package dev.muster.store.bench;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Linux's sockets and its readiness queue, called as directly as a C program calls them: what the
 * load generator spends itself it cannot measure in a server. Not thread-safe.
 */
@SuppressWarnings("restricted") // the JDK has no other way to these calls
final class Kernel {
    static final int READABLE = 1;
    static final int WRITABLE = 4;

    private static final int AF_INET = 2;
    private static final int STREAM_NONBLOCKING = 1 | 0x800;
    private static final int SOL_SOCKET = 1;
    private static final int SO_LINGER = 13;
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_NODELAY = 1;
    private static final int IPPROTO_IP = 0;
    private static final int IP_BIND_ADDRESS_NO_PORT = 24;
    private static final int CTL_ADD = 1;
    private static final int CTL_MOD = 3;
    private static final int PATIENCE_MILLIS = 30_000;
    private static final int EINTR = 4;
    private static final int EAGAIN = 11;
    private static final int EINPROGRESS = 115;
    private static final int ADDRESS_BYTES = 16;
    private static final int EVENT_BYTES = 12; // packed on x86-64
    private static final int MOST_EVENTS = 1024;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO =
            STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final MethodHandle SOCKET = errnoCall("socket", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle CONNECT = errnoCall("connect", JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle BIND = errnoCall("bind", JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle SETSOCKOPT =
            errnoCall("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle CLOSE = errnoCall("close", JAVA_INT);
    private static final MethodHandle EPOLL_CREATE = errnoCall("epoll_create1", JAVA_INT);
    private static final MethodHandle EPOLL_CTL =
            errnoCall("epoll_ctl", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle EPOLL_WAIT =
            errnoCall("epoll_wait", JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
    private static final MethodHandle POLL = errnoCall("poll", ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle SEND = transfer("send");
    private static final MethodHandle RECV = transfer("recv");

    private final MemorySegment state = Arena.global().allocate(STATE);
    private final MemorySegment scratch = Arena.global().allocate(64);
    private final MemorySegment one = Arena.global().allocateFrom(JAVA_INT, 1);
    private final MemorySegment atOnce = Arena.global().allocateFrom(JAVA_INT, 1, 0);
    private final MemorySegment events = Arena.global().allocate(EVENT_BYTES * MOST_EVENTS, 8);

    /** A readiness queue. */
    int queue() {
        return check("epoll_create1", call1(EPOLL_CREATE, 0));
    }

    /** A socket on its way to {@code server}, from the loopback address {@code 127.0.x.y}. */
    int connect(InetSocketAddress server, int from) {
        int socket = check("socket", call3(SOCKET, AF_INET, STREAM_NONBLOCKING, 0));
        option(socket, IPPROTO_TCP, TCP_NODELAY);
        if (from != 0) {
            option(socket, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT);
            address(0, 0x7f000001 + from);
            check("bind", named(BIND, socket));
        }
        address(server.getPort(), hostOf(server));
        int result = named(CONNECT, socket);
        if (result < 0 && errno() != EINPROGRESS) throw failure("connect");
        return socket;
    }

    void watch(int queue, int socket, int interest, int token) {
        control(queue, CTL_ADD, socket, interest, token);
    }

    /** Watches for something else from now on. */
    void rewatch(int queue, int socket, int interest, int token) {
        control(queue, CTL_MOD, socket, interest, token);
    }

    /** Waits until {@code socket} alone is ready. */
    void awaitOnce(int socket, int interest) {
        scratch.set(JAVA_INT, 0, socket);
        scratch.set(JAVA_INT, 4, interest); // and nothing has happened yet
        if (check("poll", pollScratch()) == 0) {
            throw new IllegalStateException("the server does not answer");
        }
    }

    /** How many sockets are ready, after {@code millis} at the latest. */
    int await(int queue, int millis) {
        int ready = waitForEvents(queue, millis);
        if (ready < 0 && errno() == EINTR) return 0;
        return check("epoll_wait", ready);
    }

    private int waitForEvents(int queue, int millis) {
        try {
            return (int) EPOLL_WAIT.invokeExact(state, queue, events, MOST_EVENTS, millis);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** What the {@code i}th ready socket was watched with. */
    int token(int i) {
        return events.get(JAVA_INT.withByteAlignment(1), (long) i * EVENT_BYTES + 4);
    }

    /** How many bytes were taken. */
    long send(int socket, MemorySegment bytes, long length) {
        return transferred("send", SEND, socket, bytes, length);
    }

    /** How many bytes came; 0 if there are none now. */
    long receive(int socket, MemorySegment into, long length) {
        long came = transferred("recv", RECV, socket, into, length);
        if (came == 0) throw new IllegalStateException("the server closed a connection");
        return Math.max(came, 0);
    }

    /** Closes {@code socket} so that nothing of it is left. */
    void reset(int socket) {
        check("setsockopt", setLinger(socket));
        close(socket);
    }

    void close(int descriptor) {
        check("close", call1(CLOSE, descriptor));
    }

    private void control(int queue, int doing, int socket, int interest, int token) {
        scratch.set(JAVA_INT, 0, interest);
        scratch.set(JAVA_INT, 4, token);
        scratch.set(JAVA_INT, 8, 0);
        check("epoll_ctl", controlByScratch(queue, doing, socket));
    }

    private void option(int socket, int level, int name) {
        check("setsockopt", set(socket, level, name));
    }

    private void address(int port, int host) {
        scratch.fill((byte) 0);
        scratch.set(JAVA_SHORT, 0, (short) AF_INET);
        scratch.set(JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN), 2, (short) port);
        scratch.set(JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN), 4, host);
    }

    private long transferred(
            String name, MethodHandle call, int socket, MemorySegment bytes, long length) {
        long count;
        try {
            count = (long) call.invokeExact(state, socket, bytes, length, 0);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        if (count >= 0) return count;
        if (errno() == EAGAIN) return -1;
        throw failure(name);
    }

    private int call1(MethodHandle call, int argument) {
        try {
            return (int) call.invokeExact(state, argument);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private int call3(MethodHandle call, int first, int second, int third) {
        try {
            return (int) call.invokeExact(state, first, second, third);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** With the address that has been written down. */
    private int named(MethodHandle call, int socket) {
        try {
            return (int) call.invokeExact(state, socket, scratch, ADDRESS_BYTES);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private int pollScratch() {
        try {
            return (int) POLL.invokeExact(state, scratch, 1L, PATIENCE_MILLIS);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private int controlByScratch(int queue, int doing, int socket) {
        try {
            return (int) EPOLL_CTL.invokeExact(state, queue, doing, socket, scratch);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private int setLinger(int socket) {
        try {
            return (int) SETSOCKOPT.invokeExact(state, socket, SOL_SOCKET, SO_LINGER, atOnce, 8);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private int set(int socket, int level, int name) {
        try {
            return (int) SETSOCKOPT.invokeExact(state, socket, level, name, one, Integer.BYTES);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private int errno() {
        return (int) ERRNO.get(state, 0L);
    }

    private int check(String name, int result) {
        if (result < 0) throw failure(name);
        return result;
    }

    private IllegalStateException failure(String name) {
        return new IllegalStateException("%s failed with errno %d".formatted(name, errno()));
    }

    private static int hostOf(InetSocketAddress server) {
        return ByteBuffer.wrap(server.getAddress().getAddress()).getInt();
    }

    private static MethodHandle errnoCall(String name, MemoryLayout... arguments) {
        return handle(name, FunctionDescriptor.of(JAVA_INT, arguments));
    }

    private static MethodHandle transfer(String name) {
        return handle(
                name, FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    }

    private static MethodHandle handle(String name, FunctionDescriptor type) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                type,
                Linker.Option.captureCallState("errno"));
    }
}
