package dev.muster.testing;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test class after which buffers of Netty's turn up that were never released. */
public final class LeaksFailTests implements AfterAllCallback {
    @Override
    public void afterAll(ExtensionContext context) throws InterruptedException {
        var leaked = LeakedBuffers.collect();
        if (!leaked.isEmpty()) {
            throw new AssertionError("leaked, here or before:\n" + String.join("\n", leaked));
        }
    }
}
