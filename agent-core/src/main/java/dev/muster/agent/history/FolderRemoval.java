package dev.muster.agent.history;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Deletes one folder out of another with all that is below it, each entry by its name in a folder
 * that is held open. So no link is followed, and nobody can lead it elsewhere by putting a link
 * where a folder was. What tells of the run goes last: a run of which something could not be
 * deleted can still be found, and deleted again.
 */
final class FolderRemoval {
    private static final Set<String> LAST = Set.of("events.jsonl", "spec.json", "agent.pid");
    private static final LinkOption NO_LINKS = LinkOption.NOFOLLOW_LINKS;

    /** A folder is open for each; workers make no such towers. */
    private static final int DEEPEST = 200;

    private FolderRemoval() {}

    /**
     * @param name of an entry of {@code parent}, without any folder before it
     */
    static void remove(Path parent, String name) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent)) {
            if (!(entries instanceof SecureDirectoryStream<Path> held)) {
                throw new IOException("this system cannot delete a folder without following links");
            }
            removeFolder(held, Path.of(name), 0);
        }
    }

    private static void removeFolder(SecureDirectoryStream<Path> parent, Path name, int depth)
            throws IOException {
        if (depth > DEEPEST) {
            throw new IOException("more than %d folders lie in each other".formatted(DEEPEST));
        }
        try (SecureDirectoryStream<Path> folder = parent.newDirectoryStream(name, NO_LINKS)) {
            for (Path entry : entries(folder)) {
                var found =
                        folder.getFileAttributeView(entry, BasicFileAttributeView.class, NO_LINKS);
                if (found.readAttributes().isDirectory()) {
                    removeFolder(folder, entry, depth + 1);
                } else {
                    folder.deleteFile(entry);
                }
            }
        }
        parent.deleteDirectory(name);
    }

    private static List<Path> entries(SecureDirectoryStream<Path> folder) {
        var names = new ArrayList<Path>();
        for (Path entry : folder) names.add(entry.getFileName());
        names.sort(Comparator.comparing(name -> LAST.contains(name.toString())));
        return names;
    }
}
