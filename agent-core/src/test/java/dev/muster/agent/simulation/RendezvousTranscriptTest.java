package dev.muster.agent.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.NodeLossPolicy;
import dev.muster.agent.rendezvous.RendezvousEffect;
import dev.muster.agent.rendezvous.RendezvousInput;
import dev.muster.agent.rendezvous.RendezvousRules;
import dev.muster.agent.rendezvous.RendezvousSettings;
import dev.muster.agent.rendezvous.RendezvousTimeouts;
import dev.muster.agent.rendezvous.Scaling;
import dev.muster.agent.rendezvous.Seat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Timelines worth reading. What is flush left happens; what is indented is what the nodes say to
 * it, each time it is not what they said last. Nothing takes time but the workers, which stop in a
 * second.
 */
class RendezvousTranscriptTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "start",
                "late-joiner",
                "min-reached-max-not",
                "failure-with-restarts-left",
                "scale-up",
                "scaled-down-and-up",
                "scaled-while-gathering",
                "told-to-have-more",
                "replacement-by-a-spare",
                "lost-node-reform",
                "lost-node-wait",
                "lost-node-stop",
                "lost-on-the-way",
                "too-few",
                "closed"
            })
    void a_timeline_reads_as_written_down(String name) {
        String written = Transcript.read("rendezvous/%s.txt".formatted(name));

        assertThat(new Play().of(written)).isEqualTo(written);
    }

    /** Plays what happens in a transcript, and writes down what is said. */
    private static final class Play implements SimulatedNode.Listener {
        private final World world = new World(1);
        private final Instant start = world.instant();
        private final SimulatedRendezvousStore store = new SimulatedRendezvousStore();
        private final RendezvousNetwork network =
                new RendezvousNetwork(world, RendezvousNetwork.Quality.PERFECT);
        private final Map<String, SimulatedNode> nodes = new HashMap<>();
        private final Map<String, String> lastSaid = new HashMap<>();
        private final Transcript transcript = new Transcript();
        private int least = 1;
        private int most = 1;
        private NodeLossPolicy onNodeLoss = NodeLossPolicy.REFORM;

        String of(String written) {
            written.lines().filter(line -> !line.startsWith(" ")).forEach(this::happens);
            return transcript.toString();
        }

        private void happens(String line) {
            if (line.startsWith("#")) {
                transcript.write(line);
                return;
            }
            String[] words = line.split(" ", -1);
            if (words[0].equals("nodes")) {
                transcript.write(line);
                least = Integer.parseInt(words[1].split(":", -1)[0]);
                most = Integer.parseInt(words[1].split(":", -1)[1]);
                if (words.length > 2) {
                    onNodeLoss = NodeLossPolicy.valueOf(words[2].toUpperCase(Locale.ROOT));
                }
                return;
            }
            var when = start.plus(Duration.parse("PT" + words[0]));
            world.runUntil(when, () -> {});
            transcript.write(line);
            if (words[1].equals("end")) return;
            if (words[2].equals("scales")) {
                scales(words[1], words[3]);
                world.runUntil(when, () -> {});
                return;
            }
            var node = nodes.computeIfAbsent(words[1], this::node);
            switch (words[2]) {
                case "joins", "fails" -> node.on(new RendezvousInput.AskJoin());
                case "leaves" -> node.on(new RendezvousInput.AskLeave());
                case "closes" -> node.on(new RendezvousInput.AskClose());
                case "dies" -> node.crash();
                default -> throw new IllegalArgumentException(line);
            }
            world.runUntil(when, () -> {});
        }

        private void scales(String by, String numbers) {
            store.scale(Scaling.parse("%s %s".formatted(numbers, by)).orElseThrow());
        }

        private SimulatedNode node(String address) {
            var settings =
                    new RendezvousSettings(
                            "run",
                            least,
                            most,
                            RendezvousTimeouts.DEFAULT,
                            Duration.ofSeconds(5),
                            3,
                            onNodeLoss);
            var name = new Node(address, 1, 0);
            return new SimulatedNode(name, settings, Duration.ZERO, world, store, network, this);
        }

        @Override
        public void said(SimulatedNode node, RendezvousRules.Step step) {
            if (step.because().equals("looking again")) return;
            String what =
                    step.because().replaceAll("in [0-9].*$|for [0-9].* s;", ""); // counts down
            if (what.equals(lastSaid.put(node.name.address(), what))) return;
            say(node, step.because());
        }

        @Override
        public void told(SimulatedNode node, RendezvousEffect effect) {
            switch (effect) {
                case RendezvousEffect.Rejoin _ -> later(node, new RendezvousInput.AskJoin());
                case RendezvousEffect.StopJob _ -> later(node, new RendezvousInput.AskClose());
                case RendezvousEffect.TellLost lost -> {
                    if (!(node.seat() instanceof Seat.Joined)) say(node, lost.because());
                }
                case RendezvousEffect.TellWaiting(var waiting, _) -> {
                    if (!waiting.isEmpty()) later(node, new RendezvousInput.AskJoin());
                }
                case RendezvousEffect.TellCrowded _ -> later(node, new RendezvousInput.AskJoin());
                case RendezvousEffect.TellClosed _ -> later(node, new RendezvousInput.AskLeave());
                case RendezvousEffect.TellJoined(_, var groupRank, var members, _) ->
                        say(
                                node,
                                "rank %d of %s"
                                        .formatted(
                                                groupRank,
                                                members.keySet().stream()
                                                        .map(Node::address)
                                                        .collect(Collectors.joining(" "))));
                default -> {}
            }
        }

        private void later(SimulatedNode node, RendezvousInput input) {
            if (!(node.seat() instanceof Seat.Joined before)) return;
            world.in(
                    Duration.ofSeconds(1),
                    () -> {
                        if (node.seat() instanceof Seat.Joined now
                                && now.round() == before.round()) {
                            node.act(() -> node.on(input));
                        }
                    });
        }

        private void say(SimulatedNode node, String text) {
            transcript.say(Duration.between(start, world.instant()), node.name.address(), text);
        }
    }
}
