package dev.muster.agent.watchdog;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.time.Instant;
import java.util.Optional;

/**
 * What a worker asks of the watchdog (spec/elastic-agent §4.7): to be ended if it has not left a
 * scope by then, or, once it has left, not to be.
 *
 * @param expiresAt absent: the timer is released
 * @param signal what to end it with; 0 or less: not at all, the end of the time is only told
 */
record TimerRequest(long pid, String scope, Optional<Instant> expiresAt, int signal) {
    private static final double LATEST = 1e11; // seconds; far beyond the year 5000
    private static final int HIGHEST_SIGNAL = 64;
    private static final int LONGEST_SCOPE = 200;

    /** Reads a line of the pipe; empty when it is no request. */
    static Optional<TimerRequest> parse(String line) {
        try {
            JsonNode json = JsonMapper.shared().readTree(line);
            JsonNode pid = json.path("pid");
            JsonNode expires = json.path("expiration_time");
            JsonNode signal = json.path("signal");
            boolean complete =
                    pid.isIntegralNumber()
                            && pid.canConvertToInt()
                            && pid.asInt() > 1
                            && json.path("scope_id").isString()
                            && expires.isNumber()
                            && expires.asDouble() < LATEST
                            && signal.isIntegralNumber()
                            && signal.canConvertToInt()
                            && signal.asInt() <= HIGHEST_SIGNAL;
            if (!complete) return Optional.empty();
            String scope = json.path("scope_id").asString();
            return Optional.of(
                    new TimerRequest(
                            pid.asInt(),
                            scope.substring(0, Math.min(scope.length(), LONGEST_SCOPE)),
                            instant(expires.asDouble()),
                            signal.asInt()));
        } catch (JacksonException _) {
            return Optional.empty();
        }
    }

    private static Optional<Instant> instant(double seconds) {
        if (seconds < 0) return Optional.empty();
        long whole = (long) seconds;
        return Optional.of(Instant.ofEpochSecond(whole, (long) ((seconds - whole) * 1e9)));
    }
}
