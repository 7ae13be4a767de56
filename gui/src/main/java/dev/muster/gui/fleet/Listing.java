package dev.muster.gui.fleet;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.fleet.Fleet;
import dev.muster.agent.fleet.FleetSnapshot;
import dev.muster.agent.fleet.PlaceId;
import dev.muster.agent.fleet.PlaceSnapshot;
import dev.muster.agent.history.PastRun;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.Connection;
import dev.muster.agent.session.RemoteSession.Lack;
import dev.muster.gui.fleet.FleetRow.Act;
import dev.muster.gui.fleet.FleetRow.Note;
import dev.muster.gui.fleet.FleetRow.Section;
import dev.muster.gui.fx.Days;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides which rows the list has, and in which order. */
record Listing(RunFilter filter, RunRows rows, Days days, Instant now) {
    /** A run, and where it is. */
    private record Placed(PlaceSnapshot place, JobSnapshot job) {}

    List<FleetRow> of(FleetSnapshot fleet, FleetViewModel.Past past) {
        var list = new ArrayList<FleetRow>();
        addThisComputer(list, fleet);
        for (PlaceSnapshot place : fleet.places()) {
            switch (place.kind()) {
                case REMOTE -> addMachine(list, place);
                case OBSERVED -> addObserved(list, place);
                case OWN, HERE, RECORDED -> {
                    // listed above and below
                }
            }
        }
        addPast(list, fleet, past);
        if (filter.isOn() && list.isEmpty()) list.add(nothingFound());
        return list;
    }

    private static Note nothingFound() {
        return new Note("No run matches", "", List.of(new Act(Deed.CLEAR_FILTER, Fleet.OWN)));
    }

    private void addThisComputer(List<FleetRow> list, FleetSnapshot fleet) {
        List<PlaceSnapshot> here =
                fleet.places().stream().filter(place -> place.kind().isLocal()).toList();
        List<FleetRow> runs = runs(here);
        boolean isSimulated = here.stream().anyMatch(place -> place.title().equals("Simulated"));
        var section = new Section(isSimulated ? "Simulated" : "This computer", List.of());
        if (filter.isOn()) {
            addFound(list, section, runs);
            return;
        }
        list.add(section);
        fleet.preparing().ifPresent(what -> list.add(new Note(what + "…", "", List.of())));
        list.addAll(runs);
        if (runs.isEmpty() && fleet.preparing().isEmpty()) {
            list.add(
                    new Note(
                            "No runs yet",
                            "Those you start here or with muster run in a terminal appear by"
                                    + " themselves.",
                            List.of()));
        }
    }

    private void addMachine(List<FleetRow> list, PlaceSnapshot place) {
        var section = new Section(place.title(), List.of(detach(place.id())));
        List<FleetRow> runs = runs(List.of(place));
        if (filter.isOn()) {
            addFound(list, section, runs);
            return;
        }
        list.add(section);
        boolean isQuiet = runs.isEmpty();
        switch (place.now().connection()) {
            case Connection.Reconnecting(var since, var because, var nextTry) -> {
                isQuiet = false;
                list.add(
                        nextTry.isAfter(since)
                                ? unreachable(place, since, because)
                                : new Note("Connecting…", "", List.of()));
            }
            case Connection.Lost(var because) -> list.add(new Note("Lost", because, List.of()));
            case Connection.Connected _ -> {
                // what is shown is how it stands
            }
        }
        list.addAll(runs);
        if (isQuiet)
            list.add(place.lack().map(lack -> lacks(place, lack)).orElseGet(Listing::idle));
    }

    private static Note idle() {
        return new Note("No runs", "Its agent waits for one.", List.of());
    }

    private static Note lacks(PlaceSnapshot place, Lack lack) {
        return switch (lack) {
            case Lack.Muster(var sentence) ->
                    new Note("Muster is not there", sentence + ".", List.of());
            case Lack.Agent(var sentence) ->
                    new Note(
                            "No agent there",
                            sentence + ".",
                            List.of(new Act(Deed.START_AGENT, place.id())));
        };
    }

    private Note unreachable(PlaceSnapshot place, Instant since, String because) {
        String lead =
                place.now().runs().isEmpty()
                        ? "Not reached since " + days.time(since)
                        : "Reconnecting since " + days.time(since);
        return new Note(lead, because + ".", List.of(new Act(Deed.TRY_NOW, place.id())));
    }

    private void addObserved(List<FleetRow> list, PlaceSnapshot place) {
        var section = new Section(place.title(), List.of(detach(place.id())));
        addFound(list, section, runs(List.of(place)));
    }

    private void addPast(List<FleetRow> list, FleetSnapshot fleet, FleetViewModel.Past past) {
        var section = new Section("History", List.of());
        switch (past) {
            case FleetViewModel.Past.Unasked _, FleetViewModel.Past.Asked _ -> {
                // nothing is claimed yet
            }
            case FleetViewModel.Past.Unknown(var why) -> {
                list.add(section);
                list.add(new Note("It cannot be read", why, List.of()));
            }
            case FleetViewModel.Past.Found(var runs, var notices, var amount) -> {
                List<FleetRow> found = pastRuns(fleet, runs);
                if (found.isEmpty() && filter.isOn()) return;
                list.add(section);
                notices.forEach(said -> list.add(new Note(sentence(said), "", List.of())));
                list.addAll(found);
                if (found.isEmpty()) {
                    list.add(
                            new Note(
                                    "", "Runs that are over can be opened here again.", List.of()));
                }
                if (FleetViewModel.isCutOff(runs)) {
                    list.add(new Note("", "Older ones are found by the filter above.", List.of()));
                }
                amount.filter(_ -> !filter.isOn())
                        .ifPresent(kept -> list.add(new Note("", sentence(kept), List.of())));
            }
        }
    }

    private static String sentence(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
    }

    /** What is listed as it stands now need not be listed as it was recorded. */
    private List<FleetRow> pastRuns(FleetSnapshot fleet, List<PastRun> runs) {
        if (filter.states().past().isEmpty()) return List.of();
        Set<RunId> present =
                fleet.places().stream()
                        .filter(place -> place.kind().isLocal())
                        .flatMap(place -> place.now().runs().stream())
                        .map(JobSnapshot::run)
                        .collect(Collectors.toSet());
        return runs.stream()
                .filter(run -> !present.contains(run.run()))
                .<FleetRow>map(run -> new FleetRow.Run(rows.of(run, now)))
                .toList();
    }

    private List<FleetRow> runs(List<PlaceSnapshot> places) {
        return places.stream()
                .flatMap(
                        place ->
                                place.now().runs().reversed().stream()
                                        .map(job -> new Placed(place, job)))
                .filter(each -> filter.lists(each.place(), each.job()))
                .sorted(Comparator.comparing((Placed each) -> each.job().startedAt()).reversed())
                .<FleetRow>map(each -> new FleetRow.Run(rows.of(each.place(), each.job(), now)))
                .toList();
    }

    private static void addFound(List<FleetRow> list, Section section, List<FleetRow> runs) {
        if (runs.isEmpty()) return;
        list.add(section);
        list.addAll(runs);
    }

    private static Act detach(PlaceId place) {
        return new Act(Deed.DETACH, place);
    }
}
