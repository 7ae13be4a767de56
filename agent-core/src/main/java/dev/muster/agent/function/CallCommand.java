package dev.muster.agent.function;

import dev.muster.agent.job.CallFiles;
import dev.muster.agent.job.Entrypoint;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The command line that makes one call.
 *
 * @param java the Java that runs a Java function: this process's own
 */
public record CallCommand(Java java) {
    /**
     * A Java as it was started.
     *
     * @param module whether this code is in a module of its own there
     */
    public record Java(Path home, String classPath, String modulePath, boolean module) {
        public static Java own() {
            return new Java(
                    Path.of(System.getProperty("java.home")),
                    System.getProperty("java.class.path", ""),
                    System.getProperty("jdk.module.path", ""),
                    CallCommand.class.getModule().isNamed());
        }
    }

    /** With this process's Java. */
    public CallCommand() {
        this(Java.own());
    }

    public List<String> of(
            Entrypoint.Callable function,
            Optional<Path> python,
            CallFiles call,
            Map<String, String> environment) {
        var command = new ArrayList<String>();
        switch (function) {
            case Entrypoint.Function(var module, var name) -> {
                command.addAll(List.of(python.orElseThrow().toString(), "-u"));
                command.addAll(List.of(call.caller().toString(), module + ":" + name));
            }
            case Entrypoint.JavaFunction(var className, var method) -> {
                command.addAll(javaCaller(environment.getOrDefault("CLASSPATH", "")));
                command.addAll(List.of(className, method));
            }
        }
        command.addAll(List.of(call.arguments().toString(), call.result().toString()));
        return List.copyOf(command);
    }

    /** With what the user put into CLASSPATH: a {@code -cp} makes Java overlook that. */
    private List<String> javaCaller(String usersClasses) {
        var command = new ArrayList<String>();
        command.add(java.home().resolve("bin/java").toString());
        String classPath = joined(java.classPath(), usersClasses);
        if (!classPath.isEmpty()) command.addAll(List.of("-cp", classPath));
        String caller = JavaCaller.class.getName();
        if (!java.module()) {
            command.add(caller);
            return command;
        }
        if (!java.modulePath().isEmpty()) command.addAll(List.of("-p", java.modulePath()));
        command.addAll(List.of("-m", "dev.muster.agent/" + caller));
        return command;
    }

    private static String joined(String first, String second) {
        if (first.isEmpty() || second.isEmpty()) return first + second;
        return first + File.pathSeparator + second;
    }
}
