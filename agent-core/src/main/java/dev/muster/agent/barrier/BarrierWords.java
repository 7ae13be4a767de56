package dev.muster.agent.barrier;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What an operator reads about a barrier. */
final class BarrierWords {
    private static final int NAMED = 8;

    private BarrierWords() {}

    /** {@code epoch 4}; {@code epoch 4 of generation 2}; {@code the reset to generation 2}. */
    static String place(long generation, long epoch) {
        if (epoch == 0) return "the reset to generation %d".formatted(generation);
        return generation == 0
                ? "epoch %d".formatted(epoch)
                : "epoch %d of generation %d".formatted(epoch, generation);
    }

    static String place(Position at) {
        return place(at.generation(), at.epoch());
    }

    static String waiting(RollCall roll) {
        int all = roll.arrived().size() + roll.missing().size();
        String counted =
                "%s: %d of %d"
                        .formatted(
                                place(roll.generation(), roll.epoch()), roll.arrived().size(), all);
        if (roll.missing().isEmpty()) return "%s are here".formatted(counted);
        return roll.phase() == BarrierPhase.ENTERED
                ? "%s are here; missing: %s".formatted(counted, absences(roll))
                : "%s know that all are here; not heard from: %s"
                        .formatted(counted, absences(roll));
    }

    static String timedOut(RollCall roll, PeerId me, Duration waited) {
        return "participant %s gave up %s after %s: %s %s"
                .formatted(
                        me,
                        place(roll.generation(), roll.epoch()),
                        span(waited),
                        absences(roll),
                        roll.phase() == BarrierPhase.ENTERED
                                ? "did not enter"
                                : "entered, but did not say that all are here");
    }

    static String gone(Collection<PeerId> gone, Position at, boolean left) {
        String who = gone.size() == 1 ? "participant " : "participants ";
        String how = left ? "left for good" : "departed";
        return "%s%s %s before %s was complete".formatted(who, names(gone), how, place(at));
    }

    static String restarted(PeerId peer, Position before) {
        return "participant %s was started anew and knows nothing of %s; the group needs a reset"
                .formatted(peer, place(before));
    }

    /** Of a barrier that is for one use, and has no reset. */
    static String tooLateToReplace(PeerId peer, Position before) {
        return "participant %s was started anew, too late to take its place in %s: some may have passed; start all of them again"
                .formatted(peer, place(before));
    }

    static String outOfStep(PeerId peer, Position its, PeerId me, Position ours) {
        return "participant %s is at %s where participant %s is at %s: one of them missed something; the group needs a reset"
                .formatted(peer, place(its), me, place(ours));
    }

    static String passed(Position at, Duration waited) {
        return "%s is complete after %s".formatted(place(at), span(waited));
    }

    static String unreachable(PeerId peer, Optional<Duration> lastHeard) {
        return "the connection to participant %s is lost%s; trying again"
                .formatted(peer, signOfLife(lastHeard));
    }

    static String departed(PeerId peer, Optional<Duration> lastHeard) {
        return "participant %s has departed%s".formatted(peer, signOfLife(lastHeard));
    }

    private static String signOfLife(Optional<Duration> lastHeard) {
        return lastHeard.map(ago -> ", last sign of life %s ago".formatted(span(ago))).orElse("");
    }

    private static String absences(RollCall roll) {
        return some(
                roll.missing().entrySet().stream()
                        .limit(NAMED)
                        .map(BarrierWords::absence)
                        .collect(Collectors.joining(", ")),
                roll.missing().size());
    }

    private static String absence(Map.Entry<PeerId, RollCall.Absence> missing) {
        RollCall.Absence absence = missing.getValue();
        String ago = absence.lastHeard().map(BarrierWords::span).orElse("");
        return switch (absence.presence()) {
            case HERE -> missing.getKey().toString();
            case NEVER_HERE ->
                    "%s (%s)"
                            .formatted(
                                    missing.getKey(), absence.refusal().orElse("never connected"));
            case UNREACHABLE ->
                    "%s (unreachable, last heard %s ago)".formatted(missing.getKey(), ago);
            case DEPARTED -> "%s (departed, last heard %s ago)".formatted(missing.getKey(), ago);
            case LEFT -> "%s (left)".formatted(missing.getKey());
        };
    }

    private static String names(Collection<PeerId> ids) {
        return some(
                ids.stream().limit(NAMED).map(PeerId::toString).collect(Collectors.joining(", ")),
                ids.size());
    }

    private static String some(String named, int all) {
        return all <= NAMED ? named : "%s and %d more".formatted(named, all - NAMED);
    }

    /** In seconds: {@code 0.25 s}, {@code 12 s}; in milliseconds below ten seconds. */
    static String span(Duration duration) {
        long millis = duration.toMillis();
        if (millis >= 10_000 || millis % 1000 == 0) return "%d s".formatted(duration.toSeconds());
        String thousandths = "%d.%03d".formatted(millis / 1000, millis % 1000);
        return thousandths.replaceAll("0+$", "") + " s";
    }
}
