package dev.muster.gui.fleet;

import dev.muster.agent.fleet.PlaceId;

import java.util.List;

/** One row of the fleet. */
sealed interface FleetRow {
    /** What can be done at a row; the first one by Enter. */
    record Act(Deed deed, PlaceId place) {}

    /** What a place is called; its rows follow. */
    record Section(String title, List<Act> acts) implements FleetRow {
        public Section {
            acts = List.copyOf(acts);
        }
    }

    /** What is to be said of a place, when its runs do not say it. */
    record Note(String lead, String words, List<Act> acts) implements FleetRow {
        public Note {
            acts = List.copyOf(acts);
        }
    }

    /** A run. */
    record Run(RunRow run) implements FleetRow {}

    /** Whether the arrow keys stop here. */
    default boolean isStop() {
        return switch (this) {
            case Run _ -> true;
            case Section(_, var acts) -> !acts.isEmpty();
            case Note(_, _, var acts) -> !acts.isEmpty();
        };
    }

    default List<Act> acts() {
        return switch (this) {
            case Run _ -> List.of();
            case Section(_, var acts) -> acts;
            case Note(_, _, var acts) -> acts;
        };
    }

    /** What a screen reader says. */
    default String spoken() {
        return switch (this) {
            case Run(var run) -> run.spoken();
            case Section(var title, var acts) -> title + keys(acts);
            case Note(var lead, var words, var acts) ->
                    (words.isEmpty() ? lead : lead + ". " + words) + keys(acts);
        };
    }

    private static String keys(List<Act> acts) {
        var said = new StringBuilder();
        for (Act act : acts) {
            said.append("; ").append(act.deed().key()).append(": ").append(act.deed().words());
        }
        return said.toString();
    }
}
