package dev.muster.agent.rendezvous.etcd;

import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.agent.rendezvous.etcd.MemberAnswer.Failed;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * One question to one member, over HTTP. Any thread.
 *
 * <p>The JDK's own limit of a request ends with the head of the answer; ours is one for all of it.
 */
final class EtcdMembers implements AutoCloseable {
    private static final int LONGEST_ANSWER = 8 << 20;
    private static final Duration TO_CONNECT = Duration.ofSeconds(3);

    private final List<URI> members;
    private final HttpClient http;
    private volatile Optional<String> token = Optional.empty();

    EtcdMembers(EtcdCluster cluster) {
        members = cluster.members();
        var building =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(TO_CONNECT);
        cluster.tls().ifPresent(building::sslContext);
        http = building.build();
    }

    int count() {
        return members.size();
    }

    String name(int member) {
        return members.get(member).toString();
    }

    /** What the following questions show of who asks. */
    void present(Optional<String> given) {
        token = given;
    }

    MemberAnswer ask(int member, String path, byte[] body, Duration atMost) {
        var limited = BodyHandlers.limiting(BodyHandlers.ofByteArray(), LONGEST_ANSWER);
        try {
            var answer = send(request(member, path, body), limited, atMost);
            return MemberAnswer.of(path, answer.statusCode(), answer.body());
        } catch (TimeoutException _) {
            return new Failed("gave no answer in %.1f s".formatted(atMost.toMillis() / 1e3), false);
        } catch (ConnectException e) {
            boolean unknown =
                    Stream.iterate((Throwable) e, Objects::nonNull, Throwable::getCause)
                            .anyMatch(UnresolvedAddressException.class::isInstance);
            return new Failed(unknown ? "is a name nobody knows" : "refuses connections", true);
        } catch (IOException e) {
            return new Failed("broke off: " + e.getMessage(), false);
        }
    }

    InputStream stream(int member, String path, byte[] body, Duration atMost) throws IOException {
        try {
            var answer = send(request(member, path, body), BodyHandlers.ofInputStream(), atMost);
            return new BufferedInputStream(answer.body());
        } catch (TimeoutException e) {
            throw new IOException(name(member) + " does not answer", e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    static Unreachable interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new Unreachable("Waiting for etcd was interrupted.", cause);
    }

    /**
     * On a thread of its own: what the client does for those who do not wait ends in the common
     * pool, which may be full of those who do.
     */
    private <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> body, Duration atMost)
            throws IOException, TimeoutException {
        var sending = new FutureTask<>(() -> http.send(request, body));
        Thread.ofVirtual().name("ask etcd").start(sending);
        try {
            return sending.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            sending.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) throw failure;
            throw new IOException(e.getCause());
        } catch (InterruptedException e) {
            sending.cancel(true);
            throw interrupted(e);
        }
    }

    private HttpRequest request(int member, String path, byte[] body) {
        var building =
                HttpRequest.newBuilder(members.get(member).resolve(path))
                        .header("Content-Type", "application/json")
                        .header("Grpc-Metadata-hasleader", "true") // no leader: say so at once
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        token.ifPresent(known -> building.header("Authorization", known));
        return building.build();
    }
}
