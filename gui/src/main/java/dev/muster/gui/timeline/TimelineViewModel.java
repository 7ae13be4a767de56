package dev.muster.gui.timeline;

import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Timeline;
import dev.muster.agent.event.Timeline.Bar;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.ReplayPosition;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.Spans;
import dev.muster.gui.state.EventFeed;
import dev.muster.gui.state.RunFocus;
import dev.muster.gui.state.RunPlaces;
import dev.muster.gui.state.RunStanding;
import dev.muster.gui.timeline.Lane.LaneBar;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The lanes of a run and the stretch of time in sight: all of it, growing, until somebody zooms. FX
 * thread.
 */
final class TimelineViewModel implements EventFeed.Reader {
    /** What a node's name has behind its address. */
    private static final Pattern PROCESS = Pattern.compile("_\\d+_\\d+$");

    /** Room behind the last event, as a share of the whole. */
    private static final double MARGIN = 0.04;

    private static final double ZOOM_STEP = 0.7;

    private final ZoneId zone;
    private final RunPlaces places;
    private final Runnable onChange;
    private Timeline.Reading reading = new Timeline.Reading();
    private Optional<Timeline> timeline = Optional.empty();
    private List<Lane> lanes = List.of();
    private Optional<TimeScale> chosen = Optional.empty();
    private Optional<Rank> selected = Optional.empty();
    private Instant now = Instant.EPOCH;
    private boolean live;
    private boolean absent;
    private final ReplayViewModel replay;

    /** {@code onChange} is called when there is something new to draw. */
    TimelineViewModel(ZoneId zone, RunPlaces places, Runnable onChange) {
        this.zone = zone;
        this.places = places;
        this.onChange = onChange;
        replay = new ReplayViewModel(zone);
    }

    /** What moves a recording; it moves nothing where the run is live. */
    ReplayViewModel replay() {
        return replay;
    }

    @Override
    public void begin(RunId run) {
        reading = new Timeline.Reading();
        timeline = Optional.empty();
        lanes = List.of();
        chosen = Optional.empty();
        absent = false;
        onChange.run();
    }

    @Override
    public void add(List<NumberedEvent> events) {
        events.forEach(event -> reading.take(event.event()));
        timeline = Optional.of(reading.timeline());
        arrange();
    }

    @Override
    public void absent() {
        absent = true;
        onChange.run();
    }

    /** Brings time, and what is selected, up to date. */
    void show(RunFocus focus) {
        boolean wasLive = live;
        live = !isRecorded() && RunStanding.isActive(focus.run());
        boolean moves = (live || isRecorded()) && !now.equals(focus.now());
        boolean other = !selected.equals(focus.rank());
        now = focus.now();
        selected = focus.rank();
        if (live != wasLive) arrange();
        else if (moves || other) onChange.run();
    }

    private void arrange() {
        timeline.ifPresent(told -> lanes = lanes(told));
        onChange.run();
    }

    private List<Lane> lanes(Timeline told) {
        var all = new ArrayList<Lane>();
        told.nodes()
                .forEach(
                        (name, bars) ->
                                all.add(
                                        new Lane(
                                                PROCESS.matcher(name).replaceFirst(""),
                                                Optional.empty(),
                                                bars.stream().map(this::ofNode).toList())));
        Set<Integer> blamed = new HashSet<>();
        told.lanes().values().stream()
                .flatMap(List::stream)
                .filter(bar -> bar.kind() == Timeline.Kind.CULPRIT)
                .forEach(bar -> blamed.add(bar.attempt()));
        told.lanes()
                .forEach(
                        (rank, bars) ->
                                all.add(
                                        new Lane(
                                                "rank " + rank,
                                                Optional.of(rank),
                                                bars.stream()
                                                        .map(bar -> ofRank(bar, blamed))
                                                        .toList())));
        return List.copyOf(all);
    }

    private LaneBar ofNode(Bar bar) {
        return new LaneBar(bar, BarLook.ofNode(bar, live));
    }

    private LaneBar ofRank(Bar bar, Set<Integer> blamed) {
        return new LaneBar(bar, BarLook.of(bar, live, blamed.contains(bar.attempt())));
    }

    List<Lane> lanes() {
        return lanes;
    }

    Optional<Timeline> timeline() {
        return timeline;
    }

    Optional<Rank> selected() {
        return selected;
    }

    /** The sentence in place of lanes; empty when there are some. */
    String message() {
        if (!lanes.isEmpty()) return "";
        return absent
                ? "What happened to this run cannot be heard from here."
                : "No worker has been started yet.";
    }

    /** Where time has come to; absent when the run is over. */
    Optional<Instant> now() {
        return replay.position()
                .map(ReplayPosition::time)
                .or(() -> live ? Optional.of(now) : Optional.empty());
    }

    /** Whether what is to come is known already. */
    boolean isRecorded() {
        return replay.position().isPresent();
    }

    /** Where a bar ends on the screen: what goes on goes on until now. */
    Instant end(Bar bar) {
        return live && bar.goesOn() && now.isAfter(bar.to()) ? now : bar.to();
    }

    private Instant last(Timeline told) {
        return live && now.isAfter(told.to()) ? now : told.to();
    }

    /** The stretch of time in sight, on a drawing that wide. */
    TimeScale scale(double width) {
        TimeScale whole = whole(width);
        return chosen.map(
                        part ->
                                new TimeScale(part.from(), part.to(), width)
                                        .within(whole.from(), whole.to()))
                .orElse(whole);
    }

    private TimeScale whole(double width) {
        if (timeline.isEmpty()) return new TimeScale(now, now, width);
        Instant from = timeline.get().from();
        Duration span = Duration.between(from, last(timeline.get()));
        Duration margin = Duration.ofNanos((long) (span.toNanos() * MARGIN));
        return new TimeScale(from, from.plus(span).plus(margin), width);
    }

    /** Whether all of the run is in sight, and stays so while it goes on. */
    boolean isFitted() {
        return chosen.isEmpty();
    }

    void fit() {
        chosen = Optional.empty();
        onChange.run();
    }

    /** Nearer when {@code steps} is positive; what is at {@code x} stays there. */
    void zoom(double steps, double x, double width) {
        choose(scale(width).zoomed(Math.pow(ZOOM_STEP, steps), x));
    }

    /** To later times when positive. */
    void move(double pixels, double width) {
        if (isFitted()) return;
        choose(scale(width).moved(pixels));
    }

    private void choose(TimeScale next) {
        TimeScale whole = whole(next.width());
        boolean all = next.span().compareTo(whole.span()) >= 0;
        chosen = all ? Optional.empty() : Optional.of(next.within(whole.from(), whole.to()));
        onChange.run();
    }

    /** The bar of a lane that was there at that time; the one on top where two are. */
    Optional<LaneBar> barAt(int lane, Instant at) {
        if (lane < 0 || lane >= lanes.size()) return Optional.empty();
        return lanes.get(lane).bars().stream()
                .filter(each -> !at.isBefore(each.bar().from()) && !at.isAfter(end(each.bar())))
                .max((one, other) -> Boolean.compare(one.look().over(), other.look().over()));
    }

    /** All there is to say of a bar. */
    String spoken(Lane lane, LaneBar each) {
        Bar bar = each.bar();
        Instant to = end(bar);
        boolean open = each.look().mark() == Mark.RUNNING;
        String words = open || each.look().over() ? each.look().word() : bar.words();
        return "%s, attempt %d: %s; %s to %s, %s"
                .formatted(
                        lane.name(),
                        bar.attempt() + 1,
                        words,
                        clock(bar.from()),
                        open ? "now" : clock(to),
                        Spans.words(Duration.between(bar.from(), to)));
    }

    private String clock(Instant at) {
        return TimeWords.clock(at, zone);
    }

    /** Of what is in sight at that time besides bars: starts and changes of who takes part. */
    Optional<String> markNear(Instant from, Instant to) {
        if (timeline.isEmpty()) return Optional.empty();
        var told = timeline.get();
        return told.changes().stream()
                .filter(change -> !change.at().isBefore(from) && !change.at().isAfter(to))
                .map(change -> "%s: %s".formatted(clock(change.at()), change.words()))
                .findFirst()
                .or(
                        () ->
                                told.attempts().stream()
                                        .filter(each -> !each.at().isBefore(from))
                                        .filter(each -> !each.at().isAfter(to))
                                        .map(
                                                each ->
                                                        "%s: attempt %d, %s"
                                                                .formatted(
                                                                        clock(each.at()),
                                                                        each.attempt() + 1,
                                                                        each.because()))
                                        .findFirst());
    }

    /** Shows what that lane's rank printed in the attempt of that time. */
    void open(int lane, Instant at) {
        if (lane < 0 || lane >= lanes.size()) return;
        lanes.get(lane)
                .rank()
                .ifPresent(
                        rank ->
                                barAt(lane, at)
                                        .ifPresentOrElse(
                                                bar -> places.showLog(bar.bar().attempt(), rank),
                                                () -> places.select(rank)));
    }

    /** Selects the rank of that lane. */
    void select(int lane) {
        lanes.get(lane).rank().ifPresent(places::select);
    }

    /** What the selected rank printed in the last attempt that had begun by then. */
    void openSelected(Instant until) {
        if (lanes.isEmpty()) return;
        Lane lane = lanes.get(selectedLane());
        lane.rank()
                .ifPresent(
                        rank ->
                                lane.bars().stream()
                                        .filter(each -> !each.look().over())
                                        .filter(each -> each.bar().from().isBefore(until))
                                        .reduce((_, last) -> last)
                                        .ifPresent(
                                                each ->
                                                        places.showLog(
                                                                each.bar().attempt(), rank)));
    }

    /** Has a recording go to that time; a run that is live goes its own way. */
    void seek(Instant time) {
        replay.seek(time);
        onChange.run();
    }

    /** The lane of the selected rank, or the first. */
    int selectedLane() {
        for (int lane = 0; lane < lanes.size(); lane++) {
            if (lanes.get(lane).rank().isPresent() && lanes.get(lane).rank().equals(selected)) {
                return lane;
            }
        }
        return 0;
    }

    /** Selects the rank so many lanes further down, and no further than the ends. */
    void step(int by) {
        if (lanes.isEmpty()) return;
        int lane = Math.clamp((long) selectedLane() + by, 0, lanes.size() - 1);
        lanes.get(lane).rank().ifPresent(places::select);
    }

    /** For whoever cannot see the drawing: the selected lane, bar by bar. */
    String spoken() {
        if (lanes.isEmpty()) return message();
        Lane lane = lanes.get(selectedLane());
        return lane.bars().isEmpty()
                ? lane.name()
                : String.join(". ", lane.bars().stream().map(each -> spoken(lane, each)).toList());
    }
}
