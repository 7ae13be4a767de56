package dev.muster.gui.fleet;

import dev.muster.agent.history.PastRun;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.Spans;
import dev.muster.gui.state.Standing;

import java.time.Instant;

/** How a run of the past stands, for people. */
final class PastStanding {
    private PastStanding() {}

    static Standing of(PastRun run, Instant now) {
        return switch (run.state()) {
            case RUNNING -> new Standing(Mark.RUNNING, "running");
            case SUCCEEDED -> new Standing(Mark.DONE, "done" + length(run, now));
            case FAILED -> new Standing(Mark.FAILED, "failed" + exit(run) + length(run, now));
            case STOPPED -> new Standing(Mark.STOPPED, "stopped" + length(run, now));
            case AGENT_DIED -> new Standing(Mark.COLLATERAL, "its agent died");
            case ELSEWHERE -> new Standing(Mark.EXPECTED, "on " + run.host());
            case UNREADABLE -> new Standing(Mark.EXPECTED, "unreadable");
        };
    }

    private static String exit(PastRun run) {
        return run.exitCode().map(code -> ", exit code " + code).orElse("");
    }

    private static String length(PastRun run, Instant now) {
        return run.duration(now).map(span -> " · " + Spans.words(span)).orElse("");
    }
}
