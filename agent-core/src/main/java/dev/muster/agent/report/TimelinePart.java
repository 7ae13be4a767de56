package dev.muster.agent.report;

import dev.muster.agent.event.Timeline;
import dev.muster.agent.event.Timeline.Bar;
import dev.muster.agent.event.Timeline.Kind;
import dev.muster.agent.history.DurationWords;
import dev.muster.agent.job.Rank;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The timeline as a drawing: a lane per rank, a bar per stretch; how it ended by shape too. */
final class TimelinePart {
    private static final int MOST_LANES = 64;
    private static final int WIDTH = 1000;
    private static final int LABELS = 64;
    private static final int ROOM_AT_THE_END = 26;
    private static final int AXIS = 26;
    private static final int LANE = 22;
    private static final int BAR = 12;

    /** What an axis may be parted by. */
    private static final List<Duration> STEPS =
            List.of(
                    Duration.ofMillis(100),
                    Duration.ofMillis(500),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(15),
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(15),
                    Duration.ofHours(1),
                    Duration.ofHours(6),
                    Duration.ofDays(1),
                    Duration.ofDays(7),
                    Duration.ofDays(30),
                    Duration.ofDays(365));

    private static final int MOST_STEPS = 8;

    private final Timeline timeline;
    private final Html html;
    private final long span;

    private TimelinePart(Timeline timeline, Html html) {
        this.timeline = timeline;
        this.html = html;
        span = Math.max(1, Duration.between(timeline.from(), timeline.to()).toMillis());
    }

    static void write(Timeline timeline, Html html) {
        if (!timeline.lanes().isEmpty()) new TimelinePart(timeline, html).write();
    }

    private void write() {
        List<Map.Entry<Rank, List<Bar>>> lanes =
                timeline.lanes().entrySet().stream().limit(MOST_LANES).toList();
        int height = AXIS + lanes.size() * LANE + 6;
        html.open("section").element("h2", "Timeline").open("div", "class", "panel");
        html.open(
                "svg",
                "viewBox",
                "0 0 %d %d".formatted(WIDTH, height),
                "class",
                "timeline",
                "role",
                "img",
                "aria-label",
                "When each rank ran, and how it ended");
        axis(height);
        for (var attempt : timeline.attempts()) start(attempt.at(), height);
        int top = AXIS;
        for (Map.Entry<Rank, List<Bar>> lane : lanes) {
            lane(lane.getKey(), lane.getValue(), top);
            top += LANE;
        }
        html.close("svg");
        legend();
        int leftOut = timeline.lanes().size() - lanes.size();
        if (leftOut > 0) html.element("p", "and %d more ranks".formatted(leftOut), "class", "note");
        html.close("div").close("section");
    }

    private void axis(int height) {
        Duration step =
                STEPS.stream()
                        .filter(each -> span / each.toMillis() < MOST_STEPS)
                        .findFirst()
                        .orElse(STEPS.getLast());
        for (long at = 0; at <= span; at += step.toMillis()) {
            double x = x(at);
            line(x, AXIS - 8, height, "tick");
            String label = at == 0 ? "start" : brief(Duration.ofMillis(at));
            html.element("text", label, "x", number(x), "y", "12", "class", "at");
        }
    }

    /** Without the nothing that is left over of a round number. */
    private static String brief(Duration at) {
        return DurationWords.of(at).replace(".0 s", " s").replaceFirst(" 0 (?:s|min|h)$", "");
    }

    private void start(Instant attempt, int height) {
        line(x(attempt), AXIS - 8, height, "attempt");
    }

    private void line(double x, int from, int to, String look) {
        html.open(
                        "line",
                        "x1",
                        number(x),
                        "x2",
                        number(x),
                        "y1",
                        Integer.toString(from),
                        "y2",
                        Integer.toString(to),
                        "class",
                        look)
                .close("line");
    }

    private void lane(Rank rank, List<Bar> bars, int top) {
        String middle = Integer.toString(top + BAR);
        html.element("text", "rank " + rank, "x", "0", "y", middle, "class", "lane");
        for (Bar bar : bars) {
            double x = x(bar.from());
            double width = Math.max(2, x(bar.to()) - x);
            boolean over = bar.kind() == Kind.SILENT;
            html.open(
                    "rect",
                    "x",
                    number(x),
                    "y",
                    Integer.toString(over ? top + 4 : top + 2),
                    "width",
                    number(width),
                    "height",
                    Integer.toString(over ? BAR - 4 : BAR),
                    "rx",
                    over ? "2" : "3",
                    "class",
                    look(bar.kind()));
            String took = DurationWords.of(Duration.between(bar.from(), bar.to()));
            html.element("title", "rank %s %s; %s".formatted(rank, bar.words(), took));
            html.close("rect");
            if (over) continue;
            html.element(
                    "text",
                    glyph(bar.kind()),
                    "x",
                    number(x + width + 3),
                    "y",
                    middle,
                    "class",
                    "end " + look(bar.kind()));
        }
    }

    private void legend() {
        html.open("p", "class", "legend");
        for (Kind kind : Kind.values()) {
            boolean used =
                    timeline.lanes().values().stream()
                            .flatMap(List::stream)
                            .anyMatch(bar -> bar.kind() == kind);
            if (!used) continue;
            html.open("span", "class", look(kind));
            html.element("i", glyph(kind)).text(words(kind)).close("span");
        }
        html.close("p");
    }

    private double x(Instant at) {
        return x(Duration.between(timeline.from(), at).toMillis());
    }

    private double x(long millis) {
        double within = Math.clamp((double) millis / span, 0, 1);
        return LABELS + within * (WIDTH - LABELS - ROOM_AT_THE_END);
    }

    private static String number(double x) {
        return String.format(Locale.ROOT, "%.1f", x);
    }

    private static String look(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static String glyph(Kind kind) {
        return switch (kind) {
            case DONE -> "✓";
            case FAILED, CULPRIT -> "✖";
            case STOPPED -> "■";
            case OPEN -> "…";
            case SILENT -> "◆";
        };
    }

    private static String words(Kind kind) {
        return switch (kind) {
            case DONE -> "done";
            case FAILED -> "failed";
            case CULPRIT -> "its failure ended the attempt";
            case STOPPED -> "stopped by the agent";
            case OPEN -> "not seen to end";
            case SILENT -> "printed nothing";
        };
    }
}
