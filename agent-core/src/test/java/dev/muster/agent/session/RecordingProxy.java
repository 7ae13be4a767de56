package dev.muster.agent.session;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Stands between a client and a store and notes the name of each request, as today's dialect has it
 * (tcpstore §3). Only those that change nothing are let through: any other ends the connection.
 */
final class RecordingProxy implements Closeable {
    private final ServerSocket door = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    private final int store;
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

    RecordingProxy(int store) throws IOException {
        this.store = store;
        Thread.ofVirtual().name("proxy").start(this::serve);
    }

    int port() {
        return door.getLocalPort();
    }

    /** What was asked for, each kind once; a byte that is none of these as a number. */
    Set<String> asked() {
        return asked;
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket socket : open) socket.close();
    }

    private void serve() {
        try {
            while (true) {
                Socket client = door.accept();
                var server = new Socket(InetAddress.getLoopbackAddress(), store);
                open.add(client);
                open.add(server);
                Thread.ofVirtual().start(() -> pass(server, client));
                Thread.ofVirtual().start(() -> record(client, server));
            }
        } catch (IOException _) {
            // closed
        }
    }

    private static void pass(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException _) {
            // one of the two has left
        }
    }

    private void record(Socket client, Socket server) {
        try (client;
                server) {
            var in = new DataInputStream(client.getInputStream());
            var out = new DataOutputStream(server.getOutputStream());
            while (true) {
                int operation = in.readUnsignedByte();
                out.write(operation);
                switch (operation) {
                    case 0 -> note("VALIDATE", 4, in, out);
                    case 3 -> note("GET", fieldLength(in, out), in, out);
                    case 5 -> noteList("CHECK", in, out);
                    case 6 -> noteList("WAIT", in, out);
                    case 7 -> asked.add("GETNUMKEYS");
                    case 12 -> asked.add("CANCEL_WAIT");
                    case 13 -> note("PING", 4, in, out);
                    default -> {
                        asked.add(Integer.toString(operation));
                        return;
                    }
                }
                out.flush();
            }
        } catch (EOFException | SocketException _) {
            // one of the two has left
        } catch (IOException e) {
            asked.add(e.toString());
        }
    }

    private void noteList(String name, DataInputStream in, DataOutputStream out)
            throws IOException {
        long keys = fieldLength(in, out);
        for (long key = 0; key < keys; key++) note(name, fieldLength(in, out), in, out);
    }

    private void note(String name, long length, DataInputStream in, OutputStream out)
            throws IOException {
        asked.add(name);
        out.write(in.readNBytes(Math.toIntExact(length)));
    }

    private static long fieldLength(DataInputStream in, DataOutputStream out) throws IOException {
        long length = in.readLong(); // as it lies there: the lowest byte first
        out.writeLong(length);
        return Long.reverseBytes(length);
    }
}
