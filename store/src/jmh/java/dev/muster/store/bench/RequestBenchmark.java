package dev.muster.store.bench;

import dev.muster.store.keyspace.ConnectionId;
import dev.muster.store.keyspace.Keyspace;
import dev.muster.store.keyspace.Outcome;
import dev.muster.store.protocol.Capacity;
import dev.muster.store.protocol.Dialect;
import dev.muster.store.protocol.DialectRule;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.Value;
import dev.muster.store.wire.RequestDecoder;
import dev.muster.store.wire.RequestEncoder;
import dev.muster.store.wire.Surroundings;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** One request without sockets: from its bytes to a record, and from the record to its outcome. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RequestBenchmark {
    /** The kind of request. */
    public enum Kind {
        GET,
        SET,
        ADD,
        CHECK
    }

    private static final ConnectionId CLIENT = new ConnectionId(1);

    private static final Surroundings ALONE =
            new Surroundings() {
                @Override
                public boolean hasSilentSibling() {
                    return false;
                }

                @Override
                public void afterPause(Runnable decide) {
                    decide.run();
                }
            };

    @Param public Kind kind = Kind.GET;

    private final Keyspace keyspace = new Keyspace(Limits.DEFAULT, Capacity.DEFAULT);
    private final ByteBuf bytes = Unpooled.directBuffer();
    private StoreRequest request = new StoreRequest.GetNumKeys();
    private EmbeddedChannel channel = new EmbeddedChannel();

    /** Prepares the request, and the key that it asks for. */
    @Setup
    public void prepare() {
        var key = Key.of("/bench/key");
        var value = Value.of("0123456789abcdef");
        keyspace.on(CLIENT, new StoreRequest.Set(key, value));
        request =
                switch (kind) {
                    case GET -> new StoreRequest.Get(key);
                    case SET -> new StoreRequest.Set(key, value);
                    case ADD -> new StoreRequest.Add(Key.of("/bench/sum"), 1);
                    case CHECK -> new StoreRequest.Check(List.of(key));
                };
        var encoder = new RequestEncoder(Dialect.C);
        encoder.write(request, bytes.clear());
        channel =
                new EmbeddedChannel(new RequestDecoder(Limits.DEFAULT, DialectRule.DETECT, ALONE));
        var hello = Unpooled.buffer();
        encoder.writeHello(hello);
        channel.writeInbound(hello);
    }

    /** Bytes to a record. */
    @Benchmark
    public Object decode() {
        channel.writeInbound(bytes.retainedDuplicate());
        return channel.readInbound();
    }

    /** A record to its outcome. */
    @Benchmark
    public Outcome serve() {
        return keyspace.on(CLIENT, request);
    }
}
