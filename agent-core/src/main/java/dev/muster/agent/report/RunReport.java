package dev.muster.agent.report;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Timeline;
import dev.muster.agent.history.OpenedRun;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.journal.KeptSpec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The whole page. */
public final class RunReport {
    /** A browser must not load or run anything for this page, whatever got into it. */
    private static final String NOTHING_FROM_OUTSIDE =
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

    private RunReport() {}

    /**
     * The page of a run, as UTF-8 text.
     *
     * @param environment what the run may have inherited, of which secrets are to be covered
     * @param zone in which times are told
     * @throws IOException when not even the run's first event can be read
     */
    public static String of(
            OpenedRun run, Map<String, String> environment, ZoneId zone, Instant now)
            throws IOException {
        JobSnapshot last =
                run.recording()
                        .present()
                        .orElseThrow(
                                () ->
                                        new IOException(
                                                "run %s cannot be reported on: %s"
                                                        .formatted(
                                                                run.run().run(),
                                                                run.run().because())));
        KeptSpec kept = run.spec().orElseGet(() -> new KeptSpec(last.spec(), List.of()));
        var html = new Html(secrets(run, kept.spec(), environment));
        var times = new Times(zone);
        begin(html, run);
        HeaderPart.write(html, run, last, times, now);
        TimelinePart.write(Timeline.of(run.recording().events()), html);
        AttemptsPart.write(html, last, times);
        FailuresPart.write(html, last);
        TailsPart.write(html, run, last);
        StoryPart.write(html, run.recording().events(), times);
        SettingsPart.write(html, kept);
        end(html, run, times, now);
        return html.toString();
    }

    private static Secrets secrets(OpenedRun run, JobSpec spec, Map<String, String> environment) {
        return Secrets.of(
                spec.arguments(), List.of(spec.environment(), environment), run.inherited());
    }

    private static void begin(Html html, OpenedRun run) {
        html.raw("<!doctype html>\n").open("html", "lang", "en").open("head");
        html.raw("<meta charset=\"utf-8\">");
        html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        html.raw("<meta name=\"color-scheme\" content=\"light dark\">");
        html.raw("<meta name=\"referrer\" content=\"no-referrer\">");
        html.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"");
        html.raw(NOTHING_FROM_OUTSIDE).raw("\">\n");
        html.element("title", "%s · %s".formatted(run.run().name(), run.run().run()));
        html.open("style").raw(styleSheet()).close("style");
        html.close("head").open("body").open("main");
    }

    private static void end(Html html, OpenedRun run, Times times, Instant now) {
        List<NumberedEvent> events = run.recording().events();
        html.open("footer");
        html.lastText(
                "Written by Muster on %s from the run's journal of %d events. Times are those of %s."
                        .formatted(times.moment(now), events.size(), times.zone()));
        html.lastText(
                " Secrets are covered as far as their names or shapes tell: look through it before"
                        + " you pass it on.");
        if (html.isFull()) html.lastText(" Some of it was left out for its size.");
        html.close("footer").close("main").close("body").close("html");
    }

    private static String styleSheet() {
        try (InputStream css =
                Objects.requireNonNull(RunReport.class.getResourceAsStream("report.css"))) {
            return new String(css.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("our own style sheet cannot be read", e);
        }
    }
}
