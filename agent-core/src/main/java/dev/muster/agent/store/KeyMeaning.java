package dev.muster.agent.store;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a key is for, as far as its name tells: PyTorch's own names (spec/tcpstore §4.3,
 * spec/elastic-agent §1, §2 and §4), else the script's.
 *
 * @param words a phrase
 */
public record KeyMeaning(Kind kind, String words) {
    /** What keys are for, in the order in which a job needs them. */
    public enum Kind {
        JOINING("joining"),
        RENDEZVOUS("rendezvous"),
        RANKS("ranks"),
        PROCESS_GROUP("process group"),
        BARRIER("barrier"),
        DEBUG("debug server"),
        SCRIPT("script");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    private interface Saying {
        String of(MatchResult name);
    }

    private record Known(Pattern name, Kind kind, Saying words) {}

    /** An attempt's own corner of an agent's store, and what stands before a round's keys. */
    private static final Pattern CORNER =
            Pattern.compile("/worker/attempt_\\d+/|torch\\.rendezvous\\.[^/]+\\.\\d+/");

    private static final List<Known> KNOWN =
            List.of(
                    known("init/", Kind.JOINING, _ -> "how many processes have joined"),
                    known(
                            "torch\\.rendezvous\\.(.+)",
                            Kind.RENDEZVOUS,
                            name -> "state of the rendezvous of job " + name.group(1)),
                    known("MASTER_ADDR", Kind.RENDEZVOUS, _ -> "host of the workers' store"),
                    known("MASTER_PORT", Kind.RENDEZVOUS, _ -> "port of the workers' store"),
                    known(
                            "torchelastic/role_info/?(\\d+)",
                            Kind.RANKS,
                            name ->
                                    "what node %s brings: role and workers"
                                            .formatted(name.group(1))),
                    known(
                            "torchelastic/assigned_ranks/(\\d+)",
                            Kind.RANKS,
                            name -> "ranks dealt to node " + name.group(1)),
                    known(
                            "torchelastic/agent/terminal_state.*",
                            Kind.BARRIER,
                            _ -> "exit barrier: nodes whose workers are done"),
                    known(
                            "store_based_barrier_key.*",
                            Kind.BARRIER,
                            _ -> "barrier at the making of a process group"),
                    known(
                            "(.*)/num_members",
                            Kind.BARRIER,
                            name -> "how many have come to barrier " + name.group(1)),
                    known(
                            "(.*)/last_member",
                            Kind.BARRIER,
                            name -> "the last has come to barrier " + name.group(1)),
                    known(
                            "default_pg/(.*?)//(cpu|cuda|xpu|hpu|mps)//(.+)/(\\d+)",
                            Kind.PROCESS_GROUP,
                            KeyMeaning::device),
                    known("default_pg/.*", Kind.PROCESS_GROUP, _ -> "of a process group"),
                    known(
                            "debug_server/rank(\\d+)",
                            Kind.DEBUG,
                            name ->
                                    "where the debug server of rank %s is"
                                            .formatted(name.group(1))));

    /** The meaning of a name, as it crosses the wire. */
    public static KeyMeaning of(String wireName) {
        String name = wireName.startsWith("/") ? wireName.substring(1) : wireName;
        Matcher corner = CORNER.matcher(name);
        if (corner.lookingAt()) name = name.substring(corner.end());
        for (Known known : KNOWN) {
            Matcher matcher = known.name().matcher(name);
            if (matcher.matches()) return new KeyMeaning(known.kind(), known.words().of(matcher));
        }
        return new KeyMeaning(Kind.SCRIPT, "the script's own");
    }

    private static String device(MatchResult name) {
        String group = name.group(1).contains("//") ? "a group" : "the default group";
        return "where rank %s of %s is met, on %s".formatted(name.group(4), group, name.group(2));
    }

    private static Known known(String name, Kind kind, Saying words) {
        return new Known(Pattern.compile(name), kind, words);
    }
}
