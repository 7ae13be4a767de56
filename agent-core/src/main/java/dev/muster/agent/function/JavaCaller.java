package dev.muster.agent.function;

import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a worker runs whose entry point is a Java function: calls it with JSON arguments and keeps
 * what it returns, as JSON. An uncaught exception goes to the worker's error file, in the form of
 * torch's {@code @record}, and ends the worker with 1.
 */
public final class JavaCaller {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String ERROR_FILE = "TORCHELASTIC_ERROR_FILE";

    private JavaCaller() {}

    /** Called with the class, its method, the file of the arguments and that of the result. */
    public static void main(String[] words) {
        try {
            JsonNode arguments = JSON.readTree(Files.readAllBytes(Path.of(words[2])));
            Object value = call(words[0], words[1], arguments);
            ReturnedJson.keep(value, Path.of(words[3]));
        } catch (InvocationTargetException e) {
            fail(Optional.ofNullable(e.getCause()).orElse(e), System.getenv());
        } catch (ReflectiveOperationException | IOException | RuntimeException e) {
            fail(e, System.getenv());
        }
    }

    static Object call(String className, String name, JsonNode arguments)
            throws ReflectiveOperationException {
        Class<?> type = Class.forName(className);
        Method method = methodOf(type, name, arguments.size());
        var parameters = method.getGenericParameterTypes();
        var values = new Object[parameters.length];
        for (int i = 0; i < values.length; i++) {
            JavaType expected = JSON.constructType(parameters[i]);
            values[i] = JSON.treeToValue(arguments.get(i), expected);
        }
        return method.invoke(null, values);
    }

    private static Method methodOf(Class<?> type, String name, int parameters) {
        List<Method> named =
                Stream.of(type.getMethods())
                        .filter(method -> method.getName().equals(name))
                        .filter(method -> Modifier.isStatic(method.getModifiers()))
                        .filter(method -> method.getParameterCount() == parameters)
                        .toList();
        if (named.size() == 1) return named.getFirst();
        throw new IllegalArgumentException(
                "%s has %d public static methods \"%s\" that take %d arguments (expected: 1)"
                        .formatted(type.getName(), named.size(), name, parameters));
    }

    private static void fail(Throwable broken, Map<String, String> environment) {
        var trace = new StringWriter();
        broken.printStackTrace(new PrintWriter(trace, true));
        var err =
                new PrintStream(
                        new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        err.print(trace);
        Optional.ofNullable(environment.get(ERROR_FILE))
                .map(Path::of)
                .ifPresent(file -> keepError(file, broken, trace.toString(), err));
        err.flush();
        Runtime.getRuntime().exit(1);
    }

    private static void keepError(Path file, Throwable broken, String trace, PrintStream err) {
        long second = InstantSource.system().instant().getEpochSecond();
        var extra = JSON.createObjectNode();
        extra.put("py_callstack", trace).put("timestamp", Long.toString(second));
        var message = JSON.createObjectNode().put("message", broken.toString());
        message.set("extraInfo", extra);
        var error = JSON.createObjectNode();
        error.set("message", message);
        try {
            Files.write(file, JSON.writeValueAsBytes(error));
        } catch (IOException e) {
            err.println("the error file could not be written: " + e.getMessage());
        }
    }
}
