package dev.muster.agent.rendezvous.etcd;

import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.agent.rendezvous.etcd.MemberAnswer.Answered;
import dev.muster.agent.rendezvous.etcd.MemberAnswer.Failed;
import dev.muster.agent.rendezvous.etcd.MemberAnswer.Refused;
import dev.muster.agent.rendezvous.etcd.MemberAnswer.Unknown;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Asks the members of one etcd, one after another until one answers. Whoever answered last is asked
 * first the next time. Any thread; every call blocks for no longer than it is told to.
 *
 * <p>A member that fails to answer may have done what it was asked to. So only that may be asked
 * which does no harm when it is done twice.
 */
final class EtcdGateway implements AutoCloseable {
    private static final String AUTHENTICATE = "/v3/auth/authenticate";
    private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(100);

    /** In less time nothing is learned that is worth telling, in nanoseconds. */
    private static final long SHORTEST_TRY = BETWEEN_ROUNDS.toNanos();

    private final EtcdCluster cluster;
    private final EtcdMembers members;
    private final OpenStreams streams = new OpenStreams();
    private final AtomicInteger preferred = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);

    EtcdGateway(EtcdCluster cluster) {
        this.cluster = cluster;
        members = new EtcdMembers(cluster);
    }

    /**
     * The answer of any member.
     *
     * @throws Unreachable when none answers in time; also when this thread is interrupted, which it
     *     then still is
     * @throws EtcdRefusal when etcd will not do it
     */
    JsonNode ask(String path, JsonNode question, Duration atMost) {
        long until = System.nanoTime() + atMost.toNanos();
        byte[] body = JsonMapper.shared().writeValueAsBytes(question);
        var failures = new TreeMap<Integer, Failed>();
        boolean introduced = false;
        int failed = 0;
        while (true) {
            int member = preferred.get();
            long left = until - System.nanoTime();
            if (left <= (failures.isEmpty() ? 0 : SHORTEST_TRY)) throw unreachable(failures);
            long share = left / (members.count() - failed % members.count());
            switch (members.ask(member, path, body, Duration.ofNanos(share))) {
                case Answered(var content) -> {
                    return content;
                }
                case Failed failure -> {
                    failures.put(member, failure);
                    failed++;
                    moveOnFrom(member);
                    if (failed % members.count() == 0) {
                        if (isNobodyThere(failures)) throw unreachable(failures);
                        pause();
                    }
                }
                case Unknown(var why) -> {
                    boolean inVain = introduced || path.equals(AUTHENTICATE);
                    if (inVain || cluster.login().isEmpty()) throw notLetIn(why);
                    introduced = true;
                    introduceOurselves(Duration.ofNanos(left));
                }
                case Refused(var code, var why) -> throw new EtcdRefusal(code, why);
            }
        }
    }

    /**
     * The answers of one member to a question that has many, until they are closed, or until the
     * member is found to be gone.
     *
     * @throws IOException when this member does not answer
     */
    InputStream stream(String path, JsonNode question, Duration atMost) throws IOException {
        int member = preferred.get();
        byte[] body = JsonMapper.shared().writeValueAsBytes(question);
        try {
            return streams.opened(member, members.stream(member, path, body, atMost));
        } catch (IOException e) {
            moveOnFrom(member);
            throw e;
        }
    }

    /** Lets a moment pass before trying again; throws {@link Unreachable} once this is closed. */
    void pause() {
        try {
            if (closed.await(BETWEEN_ROUNDS.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new Unreachable(
                        "The connection to etcd is closed.", new IOException("closed"));
            }
        } catch (InterruptedException e) {
            throw EtcdMembers.interrupted(e);
        }
    }

    boolean isClosed() {
        return closed.getCount() == 0;
    }

    /** Ends every call that is under way. */
    @Override
    public void close() {
        closed.countDown();
        streams.close();
        members.close();
    }

    private void moveOnFrom(int member) {
        preferred.compareAndSet(member, (member + 1) % members.count());
        streams.closeThoseOf(member);
    }

    /** Where every door is shut there is no use in knocking until the time is over. */
    private boolean isNobodyThere(Map<Integer, Failed> failures) {
        return failures.size() == members.count()
                && failures.values().stream().allMatch(Failed::refusedAtTheDoor);
    }

    private void introduceOurselves(Duration atMost) {
        var login = cluster.login().orElseThrow();
        var question =
                JsonMapper.shared()
                        .createObjectNode()
                        .put("name", login.user())
                        .put("password", login.password());
        members.present(Optional.empty());
        var token = ask(AUTHENTICATE, question, atMost).path("token").asString("");
        members.present(Optional.of(token).filter(text -> !text.isEmpty()));
    }

    private Unreachable notLetIn(String why) {
        return new Unreachable(
                cluster.login()
                        .map(login -> "etcd does not know the user '%s' (%s)".formatted(login, why))
                        .orElse(
                                "etcd wants to know who we are: give it user=… and"
                                        + " password_file=… in --rdzv-conf"),
                new IOException(why));
    }

    private Unreachable unreachable(Map<Integer, Failed> failures) {
        String each =
                failures.entrySet().stream()
                        .map(
                                one ->
                                        "%s %s"
                                                .formatted(
                                                        members.name(one.getKey()),
                                                        one.getValue().why()))
                        .collect(Collectors.joining(", "));
        String why = each.isEmpty() ? "no time was left to ask" : each;
        return new Unreachable("etcd does not answer: " + why, new IOException(why));
    }
}
