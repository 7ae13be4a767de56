package dev.muster.agent.cli;

import dev.muster.agent.barrier.BarrierNews;
import dev.muster.agent.barrier.BarrierPhase;
import dev.muster.agent.barrier.Breach;
import dev.muster.agent.barrier.PeerGroup;
import dev.muster.agent.barrier.PeerId;
import dev.muster.agent.barrier.RollCall;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What became of each participant of a barrier that was not passed. On one thread. */
final class BarrierReport {
    private final PeerGroup group;
    private final Map<PeerId, String> refusals = new HashMap<>();
    private Optional<RollCall> roll = Optional.empty();

    BarrierReport(PeerGroup group) {
        this.group = group;
    }

    /** Keeps who was there last, and who was turned away. */
    void tell(BarrierNews news) {
        switch (news) {
            case BarrierNews.Waiting(var latest, _) -> roll = Optional.of(latest);
            case BarrierNews.Refused(var peer, var reason, _) ->
                    peer.ifPresent(id -> refusals.put(id, reason));
            case BarrierNews.Connected(var peer, _) -> refusals.remove(peer);
            default -> {}
        }
    }

    /** A line for each: its id, {@code here}, {@code missing} or {@code unheard}, and why. */
    List<String> of(Breach breach) {
        return group.members().stream()
                .map(id -> "%s\t%s".formatted(id, standing(id, breach)))
                .toList();
    }

    /** A breach names those who brought it about; others may not have come either. */
    private String standing(PeerId id, Breach breach) {
        boolean blamed = breach.missing().contains(id);
        boolean lateToConfirm =
                breach.phase() == BarrierPhase.INFORMED && breach.cause() == Breach.Cause.TIMED_OUT;
        if (blamed && lateToConfirm) {
            return "unheard\tdid not say that all are here";
        }
        if (blamed && breach.cause() != Breach.Cause.TIMED_OUT) {
            return "missing\t" + inWords(breach.cause());
        }
        Optional<String> absence =
                roll.filter(latest -> latest.phase() == BarrierPhase.ENTERED)
                        .flatMap(latest -> Optional.ofNullable(latest.missing().get(id)))
                        .map(known -> inWords(id, known));
        if (absence.isPresent()) return "missing\t" + absence.get();
        return blamed ? "missing\t" + inWords(breach.cause()) : "here";
    }

    private static String inWords(Breach.Cause cause) {
        return cause.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private String inWords(PeerId id, RollCall.Absence absence) {
        String ago =
                absence.lastHeard()
                        .map(Duration::toSeconds)
                        .map(", last heard %d s ago"::formatted)
                        .orElse("");
        return switch (absence.presence()) {
            case HERE -> "connected, did not enter";
            case NEVER_HERE -> refusals.getOrDefault(id, "never connected");
            case UNREACHABLE -> "unreachable" + ago;
            case DEPARTED -> "departed" + ago;
            case LEFT -> "left";
        };
    }
}
