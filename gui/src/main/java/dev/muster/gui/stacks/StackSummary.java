package dev.muster.gui.stacks;

import java.util.Optional;

/**
 * What stands above the lines of a taking.
 *
 * @param odd who stands elsewhere than most
 * @param facts when, who, how long, in which ways
 * @param compared with what was told before
 * @param silent who told nothing and could be ended for their last words; empty where nobody is
 * @param trouble why the latest question was not answered
 */
record StackSummary(
        Optional<String> odd,
        String facts,
        Optional<String> compared,
        String silent,
        Optional<String> trouble) {
    /** Before anybody was asked. */
    static final StackSummary NONE = new StackSummary(Optional.empty());

    /** Where there is nothing to sum up. */
    StackSummary(Optional<String> trouble) {
        this(Optional.empty(), "", Optional.empty(), "", trouble);
    }
}
