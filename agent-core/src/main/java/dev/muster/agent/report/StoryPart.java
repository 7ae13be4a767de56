package dev.muster.agent.report;

import dev.muster.agent.event.EventSentences;
import dev.muster.agent.event.NumberedEvent;

import java.util.ArrayList;
import java.util.List;

/** What was said of the run while it ran, in the order in which it was said. */
final class StoryPart {
    private static final int MOST = 300;

    /** One sentence at its time. */
    private record Said(NumberedEvent event, String sentence) {}

    private StoryPart() {}

    static void write(Html html, List<NumberedEvent> events, Times times) {
        var said = new ArrayList<Said>();
        for (NumberedEvent event : events) {
            for (String sentence : EventSentences.of(event.event())) {
                boolean again = !said.isEmpty() && said.getLast().sentence().equals(sentence);
                if (!again) said.add(new Said(event, sentence));
            }
        }
        if (said.isEmpty()) return;
        html.open("section").element("h2", "What happened").open("div", "class", "panel scroll");
        int left = said.size() - MOST;
        if (left > 0) {
            html.element("p", "%d earlier sentences are left out".formatted(left), "class", "note");
        }
        html.open("table", "class", "story").open("tbody");
        for (Said each : said.subList(Math.max(0, left), said.size())) {
            html.open("tr");
            html.element("td", times.clock(each.event().event().at()), "class", "time");
            html.element("td", each.sentence());
            html.close("tr");
        }
        html.close("tbody").close("table").close("div").close("section");
    }
}
