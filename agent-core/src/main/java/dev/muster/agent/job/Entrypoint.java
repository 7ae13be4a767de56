package dev.muster.agent.job;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a worker runs (spec/elastic-agent §5.2). */
public sealed interface Entrypoint {
    /**
     * A Python file, run by the spec's interpreter.
     *
     * @param file as it was named, which is how the script finds it in its arguments; seen from the
     *     spec's working directory
     */
    record Script(String file) implements Entrypoint {}

    /** A Python module, as {@code python -m} takes it. */
    record Module(String name) implements Entrypoint {}

    /** Any program ({@code --no-python}): a path as it was named, or a name looked up in PATH. */
    record Program(String command) implements Entrypoint {}

    /** What is called with JSON values, one per argument, and may return one. */
    sealed interface Callable extends Entrypoint {}

    /**
     * A Python function, run by the spec's interpreter.
     *
     * @param name within the module; of a class's own method with the class before a dot
     */
    record Function(String module, String name) implements Callable {
        private static final Pattern TEXT =
                Pattern.compile("([^\\s./:]+(?:\\.[^\\s./:]+)*):([^\\s./:]+(?:\\.[^\\s./:]+)*)");

        /**
         * Reads {@code package.module:function}.
         *
         * @throws IllegalArgumentException with a sentence fit for the user when it is none
         */
        public static Function parse(String text) {
            var match = matched(TEXT, text, "a function's name, like package.module:function");
            return new Function(match.group(1), match.group(2));
        }
    }

    /** A public static method of a public class, run in a Java machine of its own. */
    record JavaFunction(String className, String method) implements Callable {
        private static final Pattern TEXT = Pattern.compile("([\\w$]+(?:\\.[\\w$]+)*)::([\\w$]+)");

        /**
         * Reads {@code package.Class::method}.
         *
         * @throws IllegalArgumentException with a sentence fit for the user when it is none
         */
        public static JavaFunction parse(String text) {
            var match = matched(TEXT, text, "a method's name, like package.Class::method");
            return new JavaFunction(match.group(1), match.group(2));
        }
    }

    private static Matcher matched(Pattern pattern, String text, String expected) {
        var match = pattern.matcher(text);
        if (match.matches()) return match;
        throw new IllegalArgumentException("found \"%s\", expected %s".formatted(text, expected));
    }

    /** The short name that stands for the run: the base name of the file or program. */
    default String shortName() {
        return switch (this) {
            case Script(var file) -> String.valueOf(Path.of(file).getFileName());
            case Module(var name) -> name;
            case Program(var command) -> String.valueOf(Path.of(command).getFileName());
            case Function(var module, var name) -> module + ":" + name;
            case JavaFunction(var className, var method) -> className + "::" + method;
        };
    }
}
