package dev.muster.gui.testing;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * Runs the tests of one class in a process of its own: the first argument is its name. Exit code 0
 * only when at least one test ran and all succeeded.
 */
public final class TestsOfItsOwn {
    private TestsOfItsOwn() {}

    @SuppressWarnings("SystemOut") // the report goes where the starting test sends it
    public static void main(String[] args) throws ClassNotFoundException {
        LauncherDiscoveryRequest request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(Class.forName(args[0])))
                        .build();
        var summary = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, summary);
        summary.getSummary()
                .printFailuresTo(
                        new PrintWriter(
                                new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true),
                        100);
        boolean allWell =
                summary.getSummary().getTestsSucceededCount() > 0
                        && summary.getSummary().getTotalFailureCount() == 0;
        Runtime.getRuntime().halt(allWell ? 0 : 1);
    }
}
