package dev.muster.agent;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** What an exception has to say to a user: many of the JDK's say the file and not what is wrong. */
final class Reasons {
    private Reasons() {}

    static String of(Exception e) {
        return e instanceof FileSystemException broken
                ? "%s: %s".formatted(broken.getFile(), whatIsWrong(broken))
                : Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName());
    }

    private static String whatIsWrong(FileSystemException e) {
        return switch (e) {
            case NoSuchFileException _ -> "it cannot be made there";
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "something else has that name";
            default -> Optional.ofNullable(e.getReason()).orElse("it cannot be used");
        };
    }
}
