package dev.muster.agent.round;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.supervise.Farewell;
import dev.muster.agent.supervise.Group;
import dev.muster.agent.supervise.GroupInput;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Why a node of ours closed the job, for our other nodes: they end alike. torchrun's agents neither
 * leave one nor read it.
 */
record LastWord(Outcome outcome, int exitCode, String because) {
    private static final String KEY = "muster/last_word";
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int LONGEST = 4_096;
    private static final Pattern WORD =
            Pattern.compile("(failed|stopped) ([0-9]{1,3}) (.+)", Pattern.DOTALL);

    static LastWord of(Group.Then.End end) {
        return new LastWord(end.outcome(), end.exitCode(), end.because());
    }

    /**
     * @throws RendezvousException when it cannot be written
     */
    void leaveIn(Round ours) {
        String from = ours.nameOf(ours.info().groupRank());
        String text =
                "%s %d %s: %s"
                        .formatted(
                                outcome.name().toLowerCase(Locale.ROOT), exitCode, from, because);
        byte[] bytes = text.getBytes(UTF_8);
        ours.info()
                .store()
                .set(KEY, Arrays.copyOf(bytes, Math.min(bytes.length, LONGEST)), PATIENCE);
    }

    /** What this node is to do about the word in {@code ours}, if there is one. May block. */
    static Optional<GroupInput.JobOver> in(Round ours) {
        try {
            byte[] bytes = ours.info().store().get(KEY, PATIENCE);
            var word = WORD.matcher(bytes.length > LONGEST ? "" : new String(bytes, UTF_8));
            if (!word.matches()) return Optional.empty();
            int exitCode = Integer.parseInt(word.group(2));
            return Optional.of(
                    new GroupInput.JobOver(
                            Outcome.valueOf(word.group(1).toUpperCase(Locale.ROOT)),
                            exitCode == 0 ? 1 : exitCode,
                            word.group(3),
                            Farewell.LEAVE));
        } catch (RendezvousException.TimedOut _) {
            return Optional.empty();
        }
    }
}
