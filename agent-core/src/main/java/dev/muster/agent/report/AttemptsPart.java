package dev.muster.agent.report;

import dev.muster.agent.event.AttemptView;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.history.DurationWords;

import java.time.Duration;
import java.util.List;

/** Every start of the group, why it was, and why it ended. */
final class AttemptsPart {
    private static final int MOST = 200;

    private AttemptsPart() {}

    static void write(Html html, JobSnapshot last, Times times) {
        List<AttemptView> attempts = last.attempts();
        if (attempts.isEmpty()) return;
        html.open("section").element("h2", "Attempts").open("div", "class", "panel scroll");
        html.open("table").open("thead").open("tr");
        for (String name : List.of("", "Started", "Because", "Lasted", "Ended because")) {
            html.element("th", name);
        }
        html.close("tr").close("thead").open("tbody");
        attempts.stream().limit(MOST).forEach(attempt -> row(html, attempt, times));
        html.close("tbody").close("table");
        if (attempts.size() > MOST) {
            html.element("p", "and %d more".formatted(attempts.size() - MOST), "class", "note");
        }
        html.close("div").close("section");
    }

    private static void row(Html html, AttemptView attempt, Times times) {
        html.open("tr");
        html.element("td", Integer.toString(attempt.attempt()), "class", "number");
        html.element("td", times.moment(attempt.startedAt()), "class", "time");
        html.element("td", attempt.because());
        html.element(
                "td",
                attempt.endedAt()
                        .map(end -> DurationWords.of(Duration.between(attempt.startedAt(), end)))
                        .orElse("–"),
                "class",
                "time");
        boolean failed = attempt.culprit().isPresent();
        String why = attempt.endedBecause().orElse("–");
        html.open("td", "class", failed ? "failed" : "").text(why).close("td");
        html.close("tr");
    }
}
