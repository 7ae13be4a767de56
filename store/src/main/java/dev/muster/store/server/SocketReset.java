package dev.muster.store.server;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Resets connections behind the back of the loop that owns them: the JDK closes a socket only with
 * the help of the very thread that hangs.
 *
 * <p>Connecting a socket to nowhere ({@code AF_UNSPEC}) makes Linux send a reset to its peer and
 * drop what was queued. The descriptor stays open, so its number cannot come to mean another file
 * before the loop closes it. Any thread; Linux only.
 */
@SuppressWarnings("restricted") // the JDK has no other way to these calls
final class SocketReset {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final short AF_INET = 2;
    private static final short AF_INET6 = 10;
    private static final int LARGEST_ADDRESS = 128;
    private static final long PORT = 2;
    private static final long INET_ADDRESS = 4;
    private static final long INET6_ADDRESS = 8;
    private static final ValueLayout.OfShort NETWORK_SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private static final int POLL_BYTES = 8;
    private static final long POLL_EVENTS = 4;
    private static final long POLL_HAPPENED = 6;
    private static final short POLLIN = 1;
    private static final int BOTH_WAYS = 2;

    private static final MethodHandle GETSOCKNAME = call("getsockname", JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle GETPEERNAME = call("getpeername", JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle CONNECT = call("connect", JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle SHUTDOWN = call("shutdown", JAVA_INT, JAVA_INT);
    private static final MethodHandle ACCEPT = call("accept", JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle POLL = call("poll", ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle CLOSE = call("close", JAVA_INT);

    private SocketReset() {}

    /**
     * Resets every connection of this process that was accepted at {@code listening}.
     *
     * @return how many those were
     */
    static int resetAcceptedAt(InetSocketAddress listening) throws IOException {
        int count = 0;
        try (var arena = Arena.ofConfined()) {
            for (int fd : socketsAt(listening, arena)) {
                if (!isConnected(fd, arena)) continue;
                if (reset(fd, arena)) count++;
            }
        }
        return count;
    }

    /**
     * Resets every connection that waits to be accepted at {@code listening}.
     *
     * @return how many those were
     */
    static int resetWaitingAt(InetSocketAddress listening) throws IOException {
        int count = 0;
        try (var arena = Arena.ofConfined()) {
            for (int fd : socketsAt(listening, arena)) {
                if (isConnected(fd, arena)) continue;
                while (isReadable(fd, arena)) {
                    int waiting = invoke(ACCEPT, fd, MemorySegment.NULL, MemorySegment.NULL);
                    if (waiting < 0) break;
                    if (reset(waiting, arena)) count++;
                    invoke(CLOSE, waiting);
                }
            }
        }
        return count;
    }

    /** The sockets of this process with {@code listening} on our side. */
    private static List<Integer> socketsAt(InetSocketAddress listening, Arena arena)
            throws IOException {
        var sockets = new ArrayList<Integer>();
        try (var descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
            for (var descriptor : descriptors) {
                int fd = Integer.parseInt(descriptor.getFileName().toString());
                if (isAt(listening, fd, arena)) sockets.add(fd);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return sockets;
    }

    private static boolean isAt(InetSocketAddress listening, int fd, Arena arena)
            throws UnknownHostException {
        var here = address(GETSOCKNAME, fd, arena);
        return here.isPresent()
                && here.get().getPort() == listening.getPort()
                && (listening.getAddress().isAnyLocalAddress()
                        || here.get().getAddress().equals(listening.getAddress()));
    }

    private static boolean isConnected(int fd, Arena arena) throws UnknownHostException {
        return address(GETPEERNAME, fd, arena).isPresent();
    }

    /** Of a listening socket: whether somebody waits to be accepted. */
    private static boolean isReadable(int fd, Arena arena) {
        var poll = arena.allocate(POLL_BYTES, Integer.BYTES);
        poll.set(JAVA_INT, 0, fd);
        poll.set(JAVA_SHORT, POLL_EVENTS, POLLIN);
        return invoke(POLL, poll, 1L, 0) == 1
                && (poll.get(JAVA_SHORT, POLL_HAPPENED) & POLLIN) != 0;
    }

    private static boolean reset(int fd, Arena arena) {
        var nowhere = arena.allocate(LARGEST_ADDRESS); // zeros, and AF_UNSPEC is 0
        boolean done = invoke(CONNECT, fd, nowhere, LARGEST_ADDRESS) == 0;
        invoke(SHUTDOWN, fd, BOTH_WAYS); // a read that io_uring has under way ends by this alone
        return done;
    }

    private static Optional<InetSocketAddress> address(MethodHandle call, int fd, Arena arena)
            throws UnknownHostException {
        var address = arena.allocate(LARGEST_ADDRESS);
        var length = arena.allocateFrom(JAVA_INT, LARGEST_ADDRESS);
        if (invoke(call, fd, address, length) != 0) return Optional.empty();
        int port = Short.toUnsignedInt(address.get(NETWORK_SHORT, PORT));
        return switch (address.get(JAVA_SHORT, 0)) {
            case AF_INET -> Optional.of(socketAddress(address.asSlice(INET_ADDRESS, 4), port));
            case AF_INET6 -> Optional.of(socketAddress(address.asSlice(INET6_ADDRESS, 16), port));
            default -> Optional.empty();
        };
    }

    /** An IPv4 address that is written as an IPv6 one becomes what it is. */
    private static InetSocketAddress socketAddress(MemorySegment bytes, int port)
            throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByAddress(bytes.toArray(JAVA_BYTE)), port);
    }

    private static int invoke(MethodHandle call, Object... arguments) {
        try {
            return (int) call.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new IllegalStateException("a call of the C library cannot be made", e);
        }
    }

    private static MethodHandle call(String name, ValueLayout... arguments) {
        var linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(JAVA_INT, arguments));
    }
}
