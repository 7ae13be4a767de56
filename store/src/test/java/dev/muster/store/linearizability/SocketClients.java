package dev.muster.store.linearizability;

import dev.muster.store.StoreServer;
import dev.muster.store.keyspace.ConnectionId;
import dev.muster.store.protocol.Dialect;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.CancelWait;
import dev.muster.store.wire.ReplyDecoder;
import dev.muster.store.wire.RequestEncoder;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** Some clients of a real server, each on a connection and a thread of its own. */
final class SocketClients {
    private static final int CLIENTS = 4;
    private static final int REQUESTS = 8;
    private static final int PATIENCE_MILLIS = 10_000;

    private SocketClients() {}

    /**
     * What they saw of a server that is empty. {@code seed} gives what they asked; who was first is
     * up to the machine.
     */
    static List<List<Step>> run(StoreServer server, long seed) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var connections = new AtomicLong();
            var running = new ArrayList<Future<List<Diary>>>();
            for (int i = 0; i < CLIENTS; i++) {
                var random = new Random(seed * CLIENTS + i);
                running.add(threads.submit(() -> Client.run(server, connections, random)));
            }
            var diaries = new ArrayList<Diary>();
            for (var run : running) diaries.addAll(run.get());
            long end = System.nanoTime();
            return diaries.stream().map(diary -> diary.stepsUntil(end)).toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private static final class Client implements AutoCloseable {
        private final Socket socket = new Socket();
        private final ReplyDecoder decoder = new ReplyDecoder(Limits.DEFAULT);
        private final EmbeddedChannel decoding = new EmbeddedChannel(decoder);
        private final RequestEncoder encoder = new RequestEncoder(Dialect.C);
        private final Diary diary;

        private Client(StoreServer server, ConnectionId id) throws IOException {
            this.diary = new Diary(id);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(server.address());
            ByteBuf hello = Unpooled.buffer();
            encoder.writeHello(hello);
            send(hello);
        }

        static List<Diary> run(StoreServer server, AtomicLong connections, RandomGenerator random)
                throws IOException {
            var requests = new SomeRequests(random);
            var diaries = new ArrayList<Diary>();
            int left = REQUESTS;
            while (left > 0) {
                try (var client =
                        new Client(server, new ConnectionId(connections.incrementAndGet()))) {
                    diaries.add(client.diary);
                    boolean goesOn = true;
                    while (goesOn && left-- > 0) {
                        goesOn = client.ask(requests.next(), random);
                    }
                }
            }
            return diaries;
        }

        /** Whether the connection is still good. */
        private boolean ask(StoreRequest request, RandomGenerator random) throws IOException {
            if (random.nextInt(25) == 0) {
                diary.leaves(System.nanoTime());
                return false;
            }
            send(request);
            if (!ReplyDecoder.isAnswered(request)) return true;
            if (!ReplyDecoder.isWaiting(request)) return hear(next());
            socket.setSoTimeout(random.nextInt(1, 8));
            try {
                return hear(next());
            } catch (SocketTimeoutException _) {
                return cancelWait();
            } finally {
                socket.setSoTimeout(PATIENCE_MILLIS);
            }
        }

        private boolean cancelWait() throws IOException {
            socket.setSoTimeout(PATIENCE_MILLIS);
            send(new CancelWait());
            var first = next();
            var second = next(); // the decoder gives an answer to each, also where the wire has one
            if (first.equals(Optional.of(new Released()))) hear(first);
            return hear(second);
        }

        private boolean hear(Optional<StoreReply> reply) {
            long now = System.nanoTime();
            if (reply.isPresent()) diary.hears(reply.get(), now);
            else diary.isCutOff(now);
            return reply.isPresent();
        }

        /** The next answer; empty if the connection was closed instead. */
        private Optional<StoreReply> next() throws IOException {
            var bytes = new byte[1 << 10];
            while (decoding.inboundMessages().isEmpty()) {
                int count = socket.getInputStream().read(bytes);
                if (count < 0) return Optional.empty();
                decoding.writeInbound(Unpooled.copiedBuffer(bytes, 0, count));
            }
            return Optional.of(decoding.readInbound());
        }

        private void send(StoreRequest request) throws IOException {
            if (ReplyDecoder.isAnswered(request)) decoder.expect(request);
            ByteBuf out = Unpooled.buffer();
            encoder.write(request, out);
            diary.asks(request, System.nanoTime());
            send(out);
        }

        private void send(ByteBuf out) throws IOException {
            out.readBytes(socket.getOutputStream(), out.readableBytes());
        }

        @Override
        public void close() throws IOException {
            decoding.finishAndReleaseAll();
            socket.close();
        }
    }
}
