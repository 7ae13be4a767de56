package dev.muster.agent.cli;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.session.AgentPlace;
import dev.muster.agent.session.AgentPlaces;
import dev.muster.agent.session.AgentSnapshot;
import dev.muster.agent.session.Connection;
import dev.muster.agent.session.SocketSession;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The agents that a command can speak to, each with what it told when it was reached. */
final class ReachedAgents implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<SocketSession> sessions;
    private final List<Reached> agents;
    private final List<Unreached> unreached;

    /** An agent that has answered. */
    record Reached(SocketSession session, AgentSnapshot now) {}

    /**
     * One that was found and has not answered.
     *
     * @param over whether it never will: it has ended meanwhile, or is not the one that was meant
     */
    record Unreached(String name, String because, boolean over) {}

    /** A run, and the agent that has it. */
    record Found(Reached agent, JobSnapshot run) {}

    /** An agent that is being asked. */
    private record Asked(
            AgentPlace place, SocketSession session, CompletableFuture<AgentSnapshot> first) {}

    private ReachedAgents(
            List<SocketSession> sessions, List<Reached> agents, List<Unreached> unreached) {
        this.sessions = List.copyOf(sessions);
        this.agents = List.copyOf(agents);
        this.unreached = List.copyOf(unreached);
    }

    /**
     * Asks all agents at once. One that ends meanwhile is left out, and so is one that does not
     * answer; that is among the {@link #silent}.
     *
     * @param name by which the journal says who asked
     */
    static ReachedAgents open(AgentPlaces places, String name) {
        List<Asked> asked = new ArrayList<>();
        for (AgentPlace place : find(places)) {
            var session = SocketSession.open(place, name);
            var first = new CompletableFuture<AgentSnapshot>();
            session.watch(first::complete);
            asked.add(new Asked(place, session, first));
        }
        var all =
                CompletableFuture.allOf(
                        asked.stream().map(Asked::first).toArray(CompletableFuture[]::new));
        all.completeOnTimeout(null, PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
        return new ReachedAgents(
                asked.stream().map(Asked::session).toList(),
                asked.stream().flatMap(ReachedAgents::reached).toList(),
                asked.stream().flatMap(ReachedAgents::unreached).toList());
    }

    private static List<AgentPlace> find(AgentPlaces places) {
        try {
            return places.find();
        } catch (IOException e) {
            throw CommandFailed.unavailable("agents cannot be looked for: " + e.getMessage());
        }
    }

    private static Stream<Reached> reached(Asked asked) {
        return Stream.ofNullable(asked.first().getNow(null))
                .filter(now -> now.connection() instanceof Connection.Connected)
                .map(now -> new Reached(asked.session(), now));
    }

    private static Stream<Unreached> unreached(Asked asked) {
        AgentSnapshot now = asked.first().getNow(null);
        String name = asked.place().name();
        if (now == null) return Stream.of(new Unreached(name, "it does not answer", false));
        return switch (now.connection()) {
            case Connection.Connected _ -> Stream.empty();
            case Connection.Reconnecting(_, var because, _) ->
                    Stream.of(new Unreached(name, because, false));
            case Connection.Lost(var because) -> Stream.of(new Unreached(name, because, true));
        };
    }

    /** Where no agent was reached: why not. */
    String whyNone() {
        return unreached.stream()
                .map(Unreached::because)
                .findFirst()
                .orElse("no agent of yours runs here; `muster run` and `muster agent` start one");
    }

    /** Those that are there and do not answer, in a sentence each. */
    List<String> silent() {
        return unreached.stream()
                .filter(agent -> !agent.over())
                .map(agent -> "%s is left out: %s".formatted(agent.name(), agent.because()))
                .toList();
    }

    /** The oldest first. */
    List<Reached> agents() {
        return agents;
    }

    /** All runs of all agents. */
    List<Found> runs() {
        return agents.stream()
                .flatMap(agent -> agent.now().runs().stream().map(run -> new Found(agent, run)))
                .toList();
    }

    @Override
    public void close() {
        sessions.forEach(SocketSession::close);
    }
}
