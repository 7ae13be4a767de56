package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.testing.LeakedBuffers;

import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetector.Level;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;

/** A buffer that is never released fails the build, wherever it was taken. */
class BufferLeaksTest {
    @Test
    void every_buffer_is_watched() {
        assertThat(ResourceLeakDetector.getLevel()).isEqualTo(Level.PARANOID);
    }

    @Test
    void a_buffer_that_is_never_released_is_reported_with_its_past() {
        var reports = new ArrayList<String>();

        leak();
        await().until(() -> reports.addAll(LeakedBuffers.collect()));

        assertThat(reports).singleElement().asString().contains("BufferLeaksTest.leak");
    }

    private static void leak() {
        ByteBufAllocator.DEFAULT.buffer().writeByte(1);
    }
}
