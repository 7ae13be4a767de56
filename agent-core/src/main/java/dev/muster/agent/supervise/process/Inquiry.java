package dev.muster.agent.supervise.process;

import dev.muster.agent.supervise.GroupInput;

import java.util.Optional;
import java.util.function.Consumer;

/** Finds out whose failure ended an attempt. On the agent's thread. */
public interface Inquiry {
    /** Of a group whose first failure is taken for the cause. */
    Inquiry NONE = answer -> answer.accept(Optional.empty());

    /**
     * Asked once the attempt's processes are gone. Answers once, on the agent's thread, within a
     * limit of its own; with nothing where nobody failed by itself.
     */
    void conclude(Consumer<Optional<GroupInput.Blamed>> answer);
}
