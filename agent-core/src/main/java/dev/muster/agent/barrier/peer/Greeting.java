package dev.muster.agent.barrier.peer;

import dev.muster.agent.barrier.PeerGroup;
import dev.muster.agent.barrier.PeerId;

import java.util.Optional;

/** What we say first, and whom we talk to. Immutable; any thread. */
record Greeting(PeerGroup group, PeerId me, long incarnation) {
    Frame.Hello hello(PeerId receiver) {
        return new Frame.Hello(
                me, receiver, incarnation, group.size(), group.fingerprint(), group.name());
    }

    /** Why whoever dialled us is turned away, if so. */
    Optional<String> refusal(Frame.Hello hello) {
        PeerId sender = hello.sender();
        Optional<String> other = refusalOfGroup(hello);
        if (other.isPresent()) return other;
        if (sender.equals(me)) {
            return Optional.of("it claims to be participant %s, which is here".formatted(sender));
        }
        if (sender.compareTo(me) < 0) {
            return Optional.of(
                    "it is participant %s, which participant %s dials, not the other way round"
                            .formatted(sender, me));
        }
        return Optional.empty();
    }

    /** Why whoever we dialled is not the one we want to talk to, if so. */
    Optional<String> refusal(Frame.Hello hello, PeerId wanted) {
        Optional<String> other = refusalOfGroup(hello);
        if (other.isPresent() || hello.sender().equals(wanted)) return other;
        return Optional.of("it is participant %s (expected: %s)".formatted(hello.sender(), wanted));
    }

    private Optional<String> refusalOfGroup(Frame.Hello hello) {
        if (!hello.group().equals(group.name())) {
            return Optional.of(
                    "participant %s waits at barrier '%s', and participant %s at '%s'"
                            .formatted(hello.sender(), hello.group(), me, group.name()));
        }
        if (!group.has(hello.sender())) {
            return Optional.of(
                    "participant %s is none of group '%s'".formatted(hello.sender(), group.name()));
        }
        if (hello.members() != group.size() || hello.fingerprint() != group.fingerprint()) {
            return Optional.of(
                    "participant %s was told of %d participants of group '%s', and not of the same %d as participant %s"
                            .formatted(
                                    hello.sender(),
                                    hello.members(),
                                    group.name(),
                                    group.size(),
                                    me));
        }
        if (!hello.receiver().equals(me)) {
            return Optional.of(
                    "it wants participant %s (expected: %s)".formatted(hello.receiver(), me));
        }
        return Optional.empty();
    }
}
