package dev.muster.store.linearizability;

import dev.muster.store.linearizability.Step.Act;
import dev.muster.store.protocol.Entry;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.wire.ReplyDecoder;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which steps have to do with each other, because they share a name or both do with a third. */
final class SharedNames {
    private record Tagged(Step step, Set<Key> names) {}

    private final List<Set<Key>> groups = new ArrayList<>();

    private SharedNames() {}

    /** Each group's steps, by connection and in the same order as before. */
    static List<List<List<Step>>> split(List<List<Step>> byConnection) {
        if (byConnection.stream().flatMap(List::stream).anyMatch(SharedNames::isOfAllNames)) {
            return List.of(byConnection);
        }
        var tagged = byConnection.stream().map(SharedNames::tag).toList();
        var shared = new SharedNames();
        tagged.forEach(diary -> diary.forEach(step -> shared.join(step.names())));
        return shared.groups.stream().map(group -> part(tagged, group)).toList();
    }

    private void join(Set<Key> together) {
        if (together.isEmpty()) return;
        var joined = new HashSet<>(together);
        groups.removeIf(
                group -> {
                    boolean meets = group.stream().anyMatch(together::contains);
                    if (meets) joined.addAll(group);
                    return meets;
                });
        groups.add(joined);
    }

    private static List<List<Step>> part(List<List<Tagged>> tagged, Set<Key> group) {
        return tagged.stream()
                .map(
                        diary ->
                                diary.stream()
                                        .filter(step -> concerns(step, group))
                                        .map(Tagged::step)
                                        .toList())
                .toList();
    }

    /** That a connection is forgotten may concern what it did with any name. */
    private static boolean concerns(Tagged tagged, Set<Key> group) {
        return tagged.step().act() instanceof Act.Forget
                || tagged.names().stream().anyMatch(group::contains);
    }

    /** What ends or cancels a wait is about the names of that wait. */
    private static List<Tagged> tag(List<Step> diary) {
        var tagged = new ArrayList<Tagged>();
        Set<Key> awaited = Set.of();
        for (Step step : diary) {
            if (step.act() instanceof Act.Serve(_, var request, _)
                    && !(request instanceof StoreRequest.CancelWait)) {
                var names = names(request);
                if (ReplyDecoder.isWaiting(request)) awaited = names;
                tagged.add(new Tagged(step, names));
            } else {
                tagged.add(new Tagged(step, awaited));
            }
        }
        return tagged;
    }

    private static boolean isOfAllNames(Step step) {
        return step.act() instanceof Act.Serve(_, var request, _)
                && (request instanceof StoreRequest.GetNumKeys
                        || request instanceof StoreRequest.ListKeys);
    }

    private static Set<Key> names(StoreRequest request) {
        return switch (request) {
            case StoreRequest.Set(var key, _) -> Set.of(key);
            case StoreRequest.CompareSet(var key, _, _) -> Set.of(key);
            case StoreRequest.Get(var key) -> Set.of(key);
            case StoreRequest.Add(var key, _) -> Set.of(key);
            case StoreRequest.Check(var keys) -> Set.copyOf(keys);
            case StoreRequest.Wait(var keys) -> Set.copyOf(keys);
            case StoreRequest.Delete(var key) -> Set.of(key);
            case StoreRequest.Append(var key, _) -> Set.of(key);
            case StoreRequest.MultiGet(var keys) -> Set.copyOf(keys);
            case StoreRequest.MultiSet(var entries) ->
                    Set.copyOf(entries.stream().map(Entry::key).toList());
            case StoreRequest.QueuePush(var name, _) -> Set.of(name);
            case StoreRequest.QueuePop(var name) -> Set.of(name);
            case StoreRequest.QueueLength(var name) -> Set.of(name);
            case StoreRequest.Barrier(var key, _) -> Set.of(key);
            case StoreRequest.Watch(var key) -> Set.of(key);
            case StoreRequest.GetNumKeys _, StoreRequest.ListKeys _ -> Set.of();
            case StoreRequest.CancelWait _, StoreRequest.Ping _ -> Set.of();
        };
    }
}
