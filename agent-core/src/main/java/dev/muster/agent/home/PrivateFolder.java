package dev.muster.agent.home;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A folder of this user's that nobody else may enter.
 *
 * @param purpose how the sentence begins that says why it must be one: "this is where ..."
 */
public record PrivateFolder(Path path, String purpose) {
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final int OTHERS_MAY = 077;

    /**
     * Makes it where it is not there yet.
     *
     * @throws IOException also when it is somebody else's, or open to others; nothing may be put
     *     there then
     */
    public void prepare() throws IOException {
        try {
            check();
        } catch (NoSuchFileException _) {
            if (path.getParent() != null) Files.createDirectories(path.getParent());
            Files.createDirectories(path, PRIVATE);
            check();
        }
    }

    /**
     * Looks whether it is one.
     *
     * @throws NoSuchFileException when it is not there
     * @throws IOException when it is somebody else's, or open to others
     */
    public void check() throws IOException {
        var found = Files.readAttributes(path, "unix:uid,mode,isDirectory", NOFOLLOW_LINKS);
        boolean isFolder = Boolean.TRUE.equals(found.get("isDirectory"));
        boolean isOurs = Integer.valueOf(Processes.ownUser()).equals(found.get("uid"));
        boolean isClosed = found.get("mode") instanceof Integer mode && (mode & OTHERS_MAY) == 0;
        if (isFolder && isOurs && isClosed) return;
        throw new FileSystemException(
                path.toString(),
                null,
                purpose
                        + ", and it must be a folder of yours that nobody else may enter"
                        + " (chmod 700)");
    }
}
