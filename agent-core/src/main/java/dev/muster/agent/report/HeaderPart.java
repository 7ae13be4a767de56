package dev.muster.agent.report;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.history.ByteWords;
import dev.muster.agent.history.DurationWords;
import dev.muster.agent.history.OpenedRun;
import dev.muster.agent.history.PastRun;
import dev.muster.agent.history.RunState;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What it was, how it went, and why, before anything else. */
final class HeaderPart {
    private HeaderPart() {}

    static void write(Html html, OpenedRun run, JobSnapshot last, Times times, Instant now) {
        PastRun about = run.run();
        html.open("header").element("p", "Muster · run report", "class", "brand");
        html.element("h1", about.name());
        html.open("p", "class", "facts");
        html.text("run ").element("b", about.run().value());
        html.text(" · on ").element("b", about.host());
        html.text(" · started ").element("b", times.moment(about.startedAt()));
        html.close("p").close("header");
        banner(html, about, now);
        for (String remark : remarks(run)) html.element("p", remark, "class", "remark");
        tiles(html, about, last, now);
    }

    private static void banner(Html html, PastRun run, Instant now) {
        html.open("div", "class", "say " + look(run.state()));
        html.element("span", glyph(run.state()), "class", "glyph");
        html.open("p").element("b", sentence(run, now)).text(" " + capital(run.because()) + ".");
        html.close("p").close("div");
    }

    private static String sentence(PastRun run, Instant now) {
        Optional<String> took = run.duration(now).map(DurationWords::of);
        String after = took.map(time -> " after " + time).orElse("");
        return switch (run.state()) {
            case SUCCEEDED -> "Succeeded%s.".formatted(after);
            case FAILED -> "Failed%s.".formatted(after);
            case STOPPED -> "Stopped%s.".formatted(after);
            case RUNNING -> "Still running%s.".formatted(took.map(" for "::concat).orElse(""));
            case AGENT_DIED -> "Its agent died before it ended.";
            case ELSEWHERE -> "Not ended, as far as this machine can tell.";
            case UNREADABLE -> "Its journal cannot be read.";
        };
    }

    private static List<String> remarks(OpenedRun run) {
        var remarks = new ArrayList<String>();
        run.recording()
                .damage()
                .sentence()
                .ifPresent(damage -> remarks.add("The journal is damaged: " + damage + "."));
        return remarks;
    }

    private static void tiles(Html html, PastRun run, JobSnapshot last, Instant now) {
        long failures =
                last.attempts().stream()
                        .flatMap(attempt -> attempt.failures().stream())
                        .filter(FailuresPart::isOwn)
                        .count();
        html.open("dl", "class", "tiles");
        tile(html, "Outcome", run.state().words());
        tile(html, "Took", run.duration(now).map(DurationWords::of).orElse("–"));
        tile(html, "Exit code", run.exitCode().map(String::valueOf).orElse("–"));
        tile(html, "Workers here", Integer.toString(run.workers()));
        tile(html, "Attempts", Integer.toString(run.attempts()));
        tile(
                html,
                "Restarts used",
                "%d of %d".formatted(run.restarts(), last.spec().maxRestarts()));
        tile(html, "Failed workers", Long.toString(failures));
        tile(html, "On disk", ByteWords.of(run.bytes()));
        html.close("dl");
    }

    private static void tile(Html html, String name, String value) {
        html.open("div").element("dt", name).element("dd", value).close("div");
    }

    static String look(RunState state) {
        return switch (state) {
            case SUCCEEDED -> "done";
            case FAILED, AGENT_DIED, UNREADABLE -> "failed";
            case STOPPED -> "stopped";
            case RUNNING -> "open";
            case ELSEWHERE -> "silent";
        };
    }

    private static String glyph(RunState state) {
        return switch (state) {
            case SUCCEEDED -> "✓";
            case FAILED, AGENT_DIED, UNREADABLE -> "✖";
            case STOPPED -> "■";
            case RUNNING -> "●";
            case ELSEWHERE -> "◆";
        };
    }

    static String capital(String sentence) {
        return sentence.isEmpty()
                ? sentence
                : Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    }
}
