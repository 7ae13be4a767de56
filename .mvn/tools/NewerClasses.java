import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassTransform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Rewrites the classes of a jar that are older than Java 6 as Java 8's. Java's class cache takes no
 * older ones, because they have no stack maps; these get some. The jar must be on the class path.
 */
final class NewerClasses {
    private static final int OLDEST_WITH_STACK_MAPS = 50;
    private static final ClassFile CLASS_FILE =
            ClassFile.of(ClassFile.StackMapsOption.GENERATE_STACK_MAPS);

    private NewerClasses() {}

    public static void main(String[] jars) throws IOException {
        for (String jar : jars) rewrite(Path.of(jar));
    }

    private static void rewrite(Path jar) throws IOException {
        Path rewritten = Files.createTempFile(jar.toAbsolutePath().getParent(), "newer", ".part");
        try (var from = new JarFile(jar.toFile());
                OutputStream file = Files.newOutputStream(rewritten);
                var to = new JarOutputStream(file)) {
            Enumeration<JarEntry> entries = from.entries();
            while (entries.hasMoreElements()) {
                JarEntry entry = entries.nextElement();
                byte[] content = from.getInputStream(entry).readAllBytes();
                to.putNextEntry(new JarEntry(entry.getName()));
                to.write(entry.getName().endsWith(".class") ? newer(content) : content);
            }
        }
        Files.move(rewritten, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static byte[] newer(byte[] bytes) {
        var old = CLASS_FILE.parse(bytes);
        if (old.majorVersion() >= OLDEST_WITH_STACK_MAPS) return bytes;
        ClassTransform withStackMaps =
                ClassTransform.transformingMethodBodies((code, element) -> code.with(element));
        ClassTransform ofJava8 =
                (all, element) ->
                        all.with(
                                element instanceof ClassFileVersion
                                        ? ClassFileVersion.of(ClassFile.JAVA_8_VERSION, 0)
                                        : element);
        return CLASS_FILE.transformClass(old, withStackMaps.andThen(ofJava8));
    }
}
