package dev.muster.agent.job;

import java.util.Map;

/**
 * What stands in front of every tee'd line (spec/elastic-agent §4.5).
 *
 * @param template with torchrun's macros {@code role_name}, {@code local_rank}, {@code rank} and
 *     {@code hostname}, and our own {@code node} (the same as hostname) and {@code pid}
 */
public record LinePrefix(String template) {
    /** torchrun's: no blank after it. */
    public static final LinePrefix DEFAULT = new LinePrefix("[${role_name}${local_rank}]:");

    /**
     * The prefix of one worker's lines. {@code host} may be a full name; its first part is used.
     */
    public String of(String role, LocalRank localRank, Rank rank, String host, long pid) {
        int dot = host.indexOf('.');
        String shortHost = dot < 0 ? host : host.substring(0, dot);
        return PythonTemplate.substitute(
                template,
                Map.of(
                        "role_name",
                        role,
                        "local_rank",
                        localRank.toString(),
                        "rank",
                        rank.toString(),
                        "hostname",
                        shortHost,
                        "node",
                        shortHost,
                        "pid",
                        Long.toString(pid)));
    }
}
