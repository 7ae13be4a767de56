package dev.muster.agent.stacks;

/**
 * One call on a stack.
 *
 * @param line 0 where there is none, as in native code
 */
public record Frame(String function, String file, int line) {
    /** {@code function (file:line)}, with the file's own name only. */
    public String brief() {
        String name = file.substring(file.lastIndexOf('/') + 1);
        if (name.isEmpty()) return function;
        return line == 0
                ? "%s (%s)".formatted(function, name)
                : "%s (%s:%d)".formatted(function, name, line);
    }
}
