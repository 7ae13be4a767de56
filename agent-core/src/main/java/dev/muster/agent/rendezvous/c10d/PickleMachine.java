package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.c10d.Pickled.Dict;
import dev.muster.agent.rendezvous.c10d.Pickled.Instance;
import dev.muster.agent.rendezvous.c10d.Pickled.PyList;
import dev.muster.agent.rendezvous.c10d.Pickled.PySet;
import dev.muster.agent.rendezvous.c10d.Pickled.Text;
import dev.muster.agent.rendezvous.c10d.Pickled.Tuple;
import dev.muster.agent.rendezvous.c10d.UnreadableState.Corrupt;
import dev.muster.agent.rendezvous.c10d.UnreadableState.Foreign;
import dev.muster.agent.rendezvous.c10d.UnreadableState.TooLarge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The stack, the marks on it and the memo, as Python's unpickler has them. */
final class PickleMachine {
    /** Twice what a state has. Each use of an object looks at all of them. */
    private static final int MOST_ATTRIBUTES = 16;

    private final PickleLimits limits;
    private final List<Pickled> stack = new ArrayList<>();
    private final Deque<Integer> marks = new ArrayDeque<>();
    private final Map<Long, Pickled> memo = new HashMap<>();
    private long items;

    PickleMachine(PickleLimits limits) {
        this.limits = limits;
    }

    void push(Pickled value) {
        spend(1);
        stack.add(value);
    }

    void mark() {
        if (marks.size() == limits.depth()) {
            throw new TooLarge("containers within each other", marks.size() + 1, limits.depth());
        }
        marks.push(stack.size());
    }

    void memoize() {
        put(memo.size());
    }

    void put(long index) {
        if (memo.size() >= limits.memo() && !memo.containsKey(index)) {
            throw new TooLarge("memo entries", memo.size() + 1, limits.memo());
        }
        memo.put(index, top());
    }

    void get(long index) {
        Pickled value = memo.get(index);
        if (value == null) throw new Corrupt("memo entry %d was never written".formatted(index));
        push(value);
    }

    void tuple(int size) {
        var values = new Pickled[size];
        for (int i = size - 1; i >= 0; i--) values[i] = pop();
        push(new Tuple(List.of(values)));
    }

    void tupleToMark() {
        push(new Tuple(popToMark()));
    }

    void append() {
        List<Pickled> value = List.of(pop());
        list().addAll(value);
    }

    void appendToMark() {
        List<Pickled> values = popToMark();
        list().addAll(values);
    }

    void addToMark() {
        List<Pickled> values = popToMark();
        if (!(top() instanceof PySet(var content))) throw expected("a set", top());
        content.addAll(values);
    }

    void setItem() {
        Pickled value = pop();
        Pickled key = pop();
        setAll(List.of(key, value));
    }

    void setItemsToMark() {
        setAll(popToMark());
    }

    void global() {
        Pickled called = pop();
        Pickled module = pop();
        if (!(module instanceof Text(var moduleName))) throw expected("a module's name", module);
        if (!(called instanceof Text(var calledName))) throw expected("a name", called);
        push(new Pickled.Named(PickleCallable.of(moduleName, calledName)));
    }

    void newObject() {
        Pickled arguments = pop();
        Pickled type = pop();
        if (!(arguments instanceof Tuple(var given)) || !given.isEmpty()) {
            throw new Foreign("the pickled state makes an object from arguments (expected: none)");
        }
        push(new Instance(Calls.classNamed(type)));
    }

    void reduce() {
        Pickled arguments = pop();
        Pickled callable = pop();
        if (!(callable instanceof Pickled.Named(var named))) throw expected("a callable", callable);
        if (!(arguments instanceof Tuple(var given))) throw expected("a tuple", arguments);
        if (given.size() == 1 && given.getFirst() instanceof PyList(var listed)) {
            spend(listed.size()); // a set takes them up once more
        }
        push(Calls.result(named, given));
    }

    void build() {
        Pickled content = pop();
        if (!(top() instanceof Instance object)) throw expected("an object", top());
        if (!(content instanceof Dict(var entries))) throw expected("a dict", content);
        if (object.attributes().isPresent()) throw new Corrupt("an object is built twice");
        if (entries.size() > MOST_ATTRIBUTES) {
            throw new TooLarge("attributes of an object", entries.size(), MOST_ATTRIBUTES);
        }
        object.build(attributes(entries));
    }

    /** What is left when the pickle stops. */
    Pickled result() {
        Pickled value = pop();
        if (!stack.isEmpty()) {
            throw new Corrupt("%d more values than the state".formatted(stack.size()));
        }
        return value;
    }

    private void setAll(List<Pickled> keysAndValues) {
        if (!(top() instanceof Dict(var entries))) throw expected("a dict", top());
        if (keysAndValues.size() % 2 != 0) throw new Corrupt("a dict's last key has no value");
        for (int i = 0; i < keysAndValues.size(); i += 2) {
            entries.add(new Dict.Entry(keysAndValues.get(i), keysAndValues.get(i + 1)));
        }
    }

    private static Map<String, Pickled> attributes(List<Dict.Entry> entries) {
        var byName = new HashMap<String, Pickled>();
        for (var entry : entries) {
            if (!(entry.key() instanceof Text(var name))) {
                throw expected("an attribute's name", entry.key());
            }
            if (byName.put(name, entry.value()) != null) {
                throw new Corrupt(
                        "the attribute %s is given twice".formatted(UnreadableState.shown(name)));
            }
        }
        return byName;
    }

    private List<Pickled> list() {
        if (!(top() instanceof PyList(var content))) throw expected("a list", top());
        return content;
    }

    private Pickled top() {
        if (stack.size() <= floor()) throw new Corrupt("the pickled state takes what is not there");
        return stack.getLast();
    }

    private Pickled pop() {
        Pickled value = top();
        stack.removeLast();
        return value;
    }

    private List<Pickled> popToMark() {
        if (marks.isEmpty()) throw new Corrupt("the pickled state has an end without its mark");
        var above = stack.subList(marks.pop(), stack.size());
        spend(above.size());
        var values = List.copyOf(above);
        above.clear();
        return values;
    }

    /** Values below the last mark are out of reach until that is taken. */
    private int floor() {
        return marks.isEmpty() ? 0 : marks.getFirst();
    }

    private void spend(int count) {
        items += count;
        if (items > limits.items()) throw new TooLarge("values", items, limits.items());
    }

    private static Corrupt expected(String what, Pickled found) {
        return new Corrupt("the pickled state has %s (expected: %s)".formatted(found.kind(), what));
    }
}
