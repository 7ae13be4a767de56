package dev.muster.testing;

import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

import java.time.Duration;

/**
 * Gives everything that a test waits for a minute instead of ten seconds. What comes, comes as soon
 * as ever; only a machine that is busy with other things no longer fails a test.
 */
public final class PatienceEverywhere implements LauncherSessionListener {
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
    }
}
