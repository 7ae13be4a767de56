package dev.muster.store.fuzz;

import static dev.muster.store.fuzz.Reading.require;

import dev.muster.store.keyspace.ConnectionId;
import dev.muster.store.keyspace.Keyspace;
import dev.muster.store.keyspace.Outcome.Refused;
import dev.muster.store.keyspace.Outcome.Served;
import dev.muster.store.protocol.Capacity;
import dev.muster.store.protocol.DialectRule;
import dev.muster.store.protocol.Incoming;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.wire.ReplyEncoder;
import dev.muster.store.wire.RequestDecoder;
import dev.muster.store.wire.Surroundings;

import io.netty.buffer.Unpooled;

import java.util.Arrays;
import java.util.List;

/**
 * Whatever a client sends, and however the network cuts it: it is requests and perhaps a refusal,
 * always the same, and the keyspace serves or refuses them.
 */
public final class RequestFuzzing {
    private static final Limits SMALL = new Limits(16, 64, 8, 128);
    private static final Capacity LITTLE = Capacity.DEFAULT.withMaxStoredBytes(2_048);
    private static final int CONNECTIONS = 3;
    private static final int MOST_SERVED = 200;
    private static final int SIBLING = 0x10;
    private static final int ROOMY = 0x20;

    private RequestFuzzing() {}

    /** The first byte tells how the server is set up, the second how the others are cut. */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length < 2) return;
        int setUp = input[0];
        var bytes = Arrays.copyOfRange(input, 2, input.length);

        var whole = read(setUp, bytes, Pieces.whole(bytes.length));
        var cut = read(setUp, bytes, Pieces.some(bytes.length, input[1]));
        var single = read(setUp, bytes, Pieces.singleBytes(bytes.length));

        require(cut.equals(whole), "reads otherwise what is cut");
        require(single.equals(whole), "reads otherwise what comes byte by byte");
        serve(whole, limits(setUp));
    }

    private static Reading read(int setUp, byte[] bytes, List<Integer> pieces) {
        var rules = DialectRule.values();
        var rule = rules[(setUp & 0x0f) % rules.length];
        var around = new Around((setUp & SIBLING) != 0);
        return Reading.of(
                bytes,
                pieces,
                () -> new RequestDecoder(limits(setUp), rule, around),
                () -> around.decide.run());
    }

    private static Limits limits(int setUp) {
        return (setUp & ROOMY) != 0 ? Limits.DEFAULT : SMALL;
    }

    private static void serve(Reading reading, Limits limits) {
        var keyspace = new Keyspace(limits, LITTLE);
        var requests = reading.messages();
        for (int i = 0; i < Math.min(requests.size(), MOST_SERVED); i++) {
            var connection = new ConnectionId(i % CONNECTIONS);
            switch (keyspace.on(connection, (Incoming) requests.get(i))) {
                case Served(var reply, _, var notices) -> {
                    reply.ifPresent(RequestFuzzing::write);
                    notices.forEach(notice -> write(notice.change()));
                }
                case Refused _ -> keyspace.left(connection);
            }
            require(keyspace.isConsistent(), "inconsistent after request " + i);
        }
    }

    private static void write(StoreReply reply) {
        var out = Unpooled.buffer();
        ReplyEncoder.write(reply, out);
        require(out.readableBytes() == ReplyEncoder.length(reply), "of another length: " + reply);
    }

    /** Its pause comes when the input is over. */
    private static final class Around implements Surroundings {
        private final boolean sibling;
        private Runnable decide = () -> {};

        Around(boolean sibling) {
            this.sibling = sibling;
        }

        @Override
        public boolean hasSilentSibling() {
            return sibling;
        }

        @Override
        public void afterPause(Runnable later) {
            decide = later;
        }
    }
}
