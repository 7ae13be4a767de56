package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.job.SampleSpec;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

class RunStreamTest {
    @Test
    void a_watcher_that_is_found_gone_takes_nothing_from_the_others() {
        var gone = new EmbeddedChannel(new FoundGone());
        var here = new EmbeddedChannel();
        var stream =
                new RunStream(
                        FakeAgent.RUN,
                        RunStreamTest::begun,
                        Path.of("no journal"),
                        1,
                        false,
                        here.eventLoop());
        stream.watch(gone, 0);
        stream.watch(here, 0);

        stream.append(new NumberedEvent(1, new AgentEvent.Noticed(Instant.EPOCH, "one")));
        stream.flush();
        stream.append(new NumberedEvent(2, new AgentEvent.Noticed(Instant.EPOCH, "two")));
        stream.flush();

        assertThat(gone.isOpen()).isFalse();
        assertThat(next(here)).contains("id: 1\n");
        assertThat(next(here)).contains("id: 2\n");
    }

    @Test
    void a_watcher_that_takes_nothing_has_no_measurements_piled_up_for_it() {
        var stalled = new EmbeddedChannel();
        var stream =
                new RunStream(
                        FakeAgent.RUN,
                        RunStreamTest::begun,
                        Path.of("no journal"),
                        1,
                        false,
                        stalled.eventLoop());
        stream.watch(stalled, 0);
        setWritable(stalled, false);

        for (int k = 0; k < 100; k++) stream.measured(measured(k));
        setWritable(stalled, true);
        stream.measured(measured(100));

        assertThat(next(stalled)).contains("event: usage", "\"past\":");
        assertThat(stalled.outboundMessages()).isEmpty();
    }

    private static RunUsage measured(int second) {
        return RunUsage.first(Instant.ofEpochSecond(second), Map.of());
    }

    private static void setWritable(EmbeddedChannel channel, boolean writable) {
        Objects.requireNonNull(channel.unsafe().outboundBuffer())
                .setUserDefinedWritability(1, writable);
    }

    private static JobSnapshot begun() {
        return JobSnapshot.first(
                new NumberedEvent(
                        1,
                        new AgentEvent.RunAccepted(
                                Instant.EPOCH,
                                FakeAgent.RUN,
                                SampleSpec.ofScript().build(),
                                "gpu-a",
                                1)));
    }

    private static String next(EmbeddedChannel channel) {
        ByteBuf chunk = channel.readOutbound();
        String text = chunk.toString(StandardCharsets.UTF_8);
        chunk.release();
        return text;
    }

    /** As a socket whose other end is closed. */
    private static final class FoundGone extends ChannelOutboundHandlerAdapter {
        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            ReferenceCountUtil.release(message);
            var _ = context.close();
        }
    }
}
