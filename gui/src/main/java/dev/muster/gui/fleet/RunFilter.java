package dev.muster.gui.fleet;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.fleet.PlaceSnapshot;
import dev.muster.gui.state.RunStanding;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Which of the runs that are told of are listed. */
record RunFilter(List<String> words, StateFilter states) {
    RunFilter(String text, StateFilter states) {
        this(
                Arrays.stream(text.toLowerCase(Locale.ROOT).split("\\s+", -1))
                        .filter(word -> !word.isEmpty())
                        .toList(),
                states);
    }

    /** Whether it leaves any run out. */
    boolean isOn() {
        return !words.isEmpty() || states != StateFilter.ALL;
    }

    boolean lists(PlaceSnapshot place, JobSnapshot job) {
        if (!states.lists(job)) return false;
        String told =
                String.join(
                                "\n",
                                job.run().value(),
                                job.spec().entrypoint().shortName(),
                                String.join(" ", job.spec().arguments()),
                                job.host(),
                                place.title(),
                                job.because(),
                                RunStanding.of(job, place.time().instant()).words())
                        .toLowerCase(Locale.ROOT);
        return words.stream().allMatch(told::contains);
    }
}
