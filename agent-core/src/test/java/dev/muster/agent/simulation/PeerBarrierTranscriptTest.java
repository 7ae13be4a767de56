package dev.muster.agent.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.barrier.BarrierNews;
import dev.muster.agent.barrier.PeerBarrierEffect;
import dev.muster.agent.barrier.PeerBarrierInput;
import dev.muster.agent.barrier.PeerBarrierRules;
import dev.muster.agent.barrier.PeerBarrierSettings;
import dev.muster.agent.barrier.PeerGroup;
import dev.muster.agent.barrier.PeerId;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Timelines worth reading. What is flush left happens; what is indented is what each participant
 * tells its agent. Messages take no time.
 */
class PeerBarrierTranscriptTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "all-arrive",
                "one-never-comes",
                "crash-between-the-phases",
                "falls-silent",
                "cut-off-from-one",
                "abort-and-reset",
                "leaves-for-good",
                "comes-back-without-memory"
            })
    void a_timeline_reads_as_written_down(String name) {
        String written = Transcript.read("barrier/%s.txt".formatted(name));

        assertThat(new Play().of(written)).isEqualTo(written);
    }

    /** Plays what happens in a transcript, and writes down what is said. */
    private static final class Play implements SimulatedPeer.Listener {
        private final World world = new World(1);
        private final SimulatedPeerNetwork network =
                new SimulatedPeerNetwork(world, SimulatedPeerNetwork.Quality.PERFECT);
        private final Map<PeerId, SimulatedPeer> peers = new TreeMap<>();
        private final Transcript transcript = new Transcript();
        private boolean begun;
        private Instant start = world.instant();

        String of(String written) {
            written.lines().filter(line -> !line.startsWith(" ")).forEach(this::happens);
            return transcript.toString();
        }

        private void happens(String line) {
            if (line.startsWith("#")) {
                transcript.write(line);
            } else if (line.startsWith("group ")) {
                gather(line.substring("group ".length()).split(" ", -1));
                transcript.write(line);
            } else {
                String[] words = line.split(" ", -1);
                world.runUntil(start.plus(Duration.parse("PT" + words[0])), () -> {});
                transcript.write(line);
                if (!words[1].equals("end")) act(peer(words[1]), words);
                world.runUntil(world.instant(), () -> {});
            }
        }

        /** All but those in parentheses are there, and connected, before the play begins. */
        private void gather(String... ids) {
            int[] numbers =
                    Stream.of(ids)
                            .mapToInt(id -> Integer.parseInt(id.replaceAll("[()]", "")))
                            .toArray();
            var group = PeerGroup.of("play", numbers);
            for (PeerId id : group.members()) {
                var rules = new PeerBarrierRules(group, id, PeerBarrierSettings.DEFAULT);
                peers.put(id, new SimulatedPeer(rules, world, network, this));
            }
            for (String id : ids) {
                if (!id.startsWith("(")) peer(id).begin();
            }
            world.runUntil(start.plusMillis(500), () -> {});
            start = world.instant();
            begun = true;
        }

        private void act(SimulatedPeer peer, String... words) {
            switch (words[2]) {
                case "begins" -> peer.begin();
                case "enters" ->
                        peer.on(new PeerBarrierInput.Enter(Duration.parse("PT" + words[3])));
                case "resets" ->
                        peer.on(new PeerBarrierInput.Reset(Duration.parse("PT" + words[3])));
                case "aborts" ->
                        peer.on(
                                new PeerBarrierInput.Abort(
                                        "participant %s had enough".formatted(peer.id)));
                case "leaves" -> {
                    peer.on(new PeerBarrierInput.Leave());
                    world.in(Duration.ZERO, peer::crash);
                }
                case "crashes" -> peer.crash();
                case "freezes" -> peer.freeze();
                case "loses" -> network.sever(peer.id, new PeerId(Integer.parseInt(words[3])));
                default -> throw new IllegalArgumentException(String.join(" ", words));
            }
        }

        private SimulatedPeer peer(String id) {
            return Objects.requireNonNull(peers.get(new PeerId(Integer.parseInt(id))), id);
        }

        @Override
        public void stepped(SimulatedPeer peer, PeerBarrierRules.Step step) {
            for (PeerBarrierEffect effect : step.effects()) {
                if (effect instanceof PeerBarrierEffect.Tell(var news)) say(peer, news);
            }
        }

        @Override
        public void ended(SimulatedPeer peer, PeerBarrierEffect effect) {}

        private void say(SimulatedPeer peer, BarrierNews news) {
            if (begun)
                transcript.say(Duration.between(start, world.instant()), peer.id, news.because());
        }
    }
}
