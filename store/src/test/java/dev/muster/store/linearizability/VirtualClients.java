package dev.muster.store.linearizability;

import static java.util.Objects.requireNonNull;

import dev.muster.store.keyspace.ConnectionId;
import dev.muster.store.keyspace.Keyspace;
import dev.muster.store.keyspace.Outcome.Refused;
import dev.muster.store.keyspace.Outcome.Served;
import dev.muster.store.protocol.Capacity;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreReply.WaitCancelled;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.CancelWait;
import dev.muster.store.wire.ReplyDecoder;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * A keyspace and some clients far away, on an agenda and a clock that jumps along it. Bytes take
 * their time in either direction and stay in order; clients lose patience, pipeline what has no
 * answer, and vanish.
 */
final class VirtualClients {
    private static final int CLIENTS = 4;
    private static final int REQUESTS = 8;

    private record Event(long at, long number, Runnable act) {}

    private final RandomGenerator random;
    private final SomeRequests requests;
    private final Keyspace keyspace = new Keyspace(Limits.DEFAULT, Capacity.DEFAULT);
    private final Map<ConnectionId, Client> connected = new HashMap<>();
    private final List<Diary> diaries = new ArrayList<>();
    private final PriorityQueue<Event> agenda =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparing(Event::number));
    private long now;
    private long events;

    private VirtualClients(RandomGenerator random) {
        this.random = random;
        this.requests = new SomeRequests(random);
    }

    /** What they saw in the run that {@code seed} gives. */
    static List<List<Step>> run(long seed) {
        var run = new VirtualClients(new Random(seed));
        for (int i = 0; i < CLIENTS; i++) run.connect(REQUESTS);
        while (!run.agenda.isEmpty()) {
            var event = run.agenda.remove();
            run.now = event.at();
            event.act().run();
        }
        if (!run.keyspace.isConsistent()) throw new AssertionError("inconsistent, seed " + seed);
        return run.diaries.stream().map(diary -> diary.stepsUntil(run.now)).toList();
    }

    private void connect(int requests) {
        var client = new Client(new ConnectionId(diaries.size()), requests);
        connected.put(client.id, client);
        diaries.add(client.diary);
        in(random.nextInt(20), client::goOn);
    }

    private void in(long delay, Runnable act) {
        agenda.add(new Event(now + delay, ++events, act));
    }

    private void serve(Client client, StoreRequest request) {
        if (!connected.containsKey(client.id)) return;
        switch (keyspace.on(client.id, request)) {
            case Served(var reply, var released, _) -> {
                reply.ifPresent(client::isToHear);
                for (var id : released) requireNonNull(connected.get(id)).isToHear(new Released());
            }
            case Refused _ -> {
                forget(client);
                client.isToBeCutOff();
            }
        }
    }

    private void forget(Client client) {
        connected.remove(client.id);
        keyspace.left(client.id);
    }

    private final class Client {
        private final ConnectionId id;
        private final Diary diary;
        private int left;
        private int asked;
        private boolean waits;
        private boolean cancels;
        private boolean gone;
        private long latestArrival;
        private long latestDelivery;

        Client(ConnectionId id, int requests) {
            this.id = id;
            this.diary = new Diary(id);
            this.left = requests;
        }

        void goOn() {
            if (gone || left == 0) return;
            left--;
            if (random.nextInt(25) == 0) {
                leave();
                return;
            }
            var request = requests.next();
            send(request);
            waits = ReplyDecoder.isWaiting(request);
            int turn = asked;
            if (!ReplyDecoder.isAnswered(request)) in(random.nextInt(10), this::goOn);
            else if (waits && random.nextInt(10) > 0) {
                in(random.nextInt(200), () -> losePatience(turn));
            }
        }

        void isToHear(StoreReply reply) {
            arrives(() -> hear(reply));
        }

        void isToBeCutOff() {
            arrives(
                    () -> {
                        gone = true;
                        diary.isCutOff(now);
                        connect(left);
                    });
        }

        private void hear(StoreReply reply) {
            diary.hears(reply, now);
            boolean expectsMore = cancels && !(reply instanceof WaitCancelled);
            waits = false;
            if (expectsMore) return;
            cancels = false;
            in(random.nextInt(10), this::goOn);
        }

        private void losePatience(int turn) {
            if (gone || asked != turn || !waits) return;
            if (random.nextInt(4) == 0) {
                leave();
                return;
            }
            cancels = true;
            send(new CancelWait());
        }

        private void leave() {
            gone = true;
            diary.leaves(now);
            in(random.nextInt(40), () -> forget(this)); // and what arrives until then is served
            connect(left);
        }

        private void send(StoreRequest request) {
            asked++;
            diary.asks(request, now);
            latestArrival = Math.max(latestArrival, now + random.nextInt(40));
            in(latestArrival - now, () -> serve(this, request));
        }

        private void arrives(Runnable act) {
            latestDelivery = Math.max(latestDelivery, now + random.nextInt(40));
            in(
                    latestDelivery - now,
                    () -> {
                        if (!gone) act.run();
                    });
        }
    }
}
