package dev.muster.gui.logs;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the time that a line begins with, if it does: as Python's logging writes it, ISO 8601, or
 * glog's {@code I1122 12:04:31.120}. A time without a zone is of the zone we are in.
 */
final class LineStamp {
    /** Characters of a line that are looked at. */
    static final int READ = 64;

    private static final String CLOCK = "(\\d\\d):(\\d\\d):(\\d\\d)(?:[.,](\\d{1,9}))?";
    private static final Pattern DATED =
            Pattern.compile("^\\W{0,2}(\\d{4})[-/](\\d\\d)[-/](\\d\\d)[ T]" + CLOCK);
    private static final Pattern GLOG = Pattern.compile("^\\W?[IWEF](\\d\\d)(\\d\\d) " + CLOCK);
    private static final Pattern RANK = Pattern.compile("^\\[(?:rank|default)\\d+]:? ?");

    private final ZoneId zone;
    private final int year;

    /** {@code about} tells the year of lines that do not. */
    LineStamp(ZoneId zone, Instant about) {
        this.zone = zone;
        year = about.atZone(zone).getYear();
    }

    Optional<Instant> of(String line) {
        String text = line.startsWith("[") ? RANK.matcher(line).replaceFirst("") : line;
        var dated = DATED.matcher(text);
        if (dated.find()) return at(dated, number(dated, 1), 2);
        var glog = GLOG.matcher(text);
        return glog.find() ? at(glog, year, 1) : Optional.empty();
    }

    /** The groups from {@code first} on are month, day, hour, minute, second and its parts. */
    private Optional<Instant> at(Matcher found, int itsYear, int first) {
        try {
            var time =
                    LocalDateTime.of(
                            itsYear,
                            number(found, first),
                            number(found, first + 1),
                            number(found, first + 2),
                            number(found, first + 3),
                            number(found, first + 4),
                            nanos(Optional.ofNullable(found.group(first + 5)).orElse("")));
            return Optional.of(time.atZone(zone).toInstant());
        } catch (DateTimeException _) {
            return Optional.empty(); // it only looks like a time
        }
    }

    private static int number(Matcher found, int group) {
        return Integer.parseInt(found.group(group));
    }

    private static int nanos(String digits) {
        return Integer.parseInt((digits + "000000000").substring(0, 9));
    }
}
