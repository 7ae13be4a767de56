package dev.muster.agent.control;

import static dev.muster.agent.pairing.Role.ADMIN;
import static dev.muster.agent.pairing.Role.OPERATOR;
import static dev.muster.agent.pairing.Role.STRANGER;
import static dev.muster.agent.pairing.Role.VIEWER;

import dev.muster.agent.control.api.ApiPath;
import dev.muster.agent.pairing.Role;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Everything that can be asked for, and by whom. */
enum Endpoint {
    AGENT("GET", ApiPath.AGENT, VIEWER),
    AGENT_EVENTS("GET", ApiPath.AGENT_EVENTS, VIEWER),
    RUNS("GET", ApiPath.RUNS, VIEWER),
    LAUNCH("POST", ApiPath.RUNS, ADMIN),
    RUN("GET", ApiPath.RUNS + "/{run}", VIEWER),
    AGAIN("POST", ApiPath.RUNS + "/{run}/again", ADMIN),
    EVENTS("GET", ApiPath.RUNS + "/{run}/events", VIEWER),
    LOG("GET", ApiPath.RUNS + "/{run}/logs/{attempt}/{localRank}/{stream}", VIEWER),
    COMMAND("POST", ApiPath.RUNS + "/{run}/commands", OPERATOR),
    STACKS("POST", ApiPath.RUNS + "/{run}/stacks", OPERATOR),
    PAIR("POST", ApiPath.PAIRING, STRANGER),
    PAIRING_CODE("POST", ApiPath.PAIRING_CODES, ADMIN),
    NO_PAIRING_CODE("DELETE", ApiPath.PAIRING_CODES, ADMIN),
    STORE("GET", ApiPath.RUNS + "/{run}/store", VIEWER),
    METRICS("GET", ApiPath.METRICS, VIEWER),
    OPENAPI("GET", ApiPath.OPENAPI, VIEWER),
    HEALTH("GET", ApiPath.HEALTH, VIEWER),
    READY("GET", ApiPath.READY, VIEWER);

    private final String method;
    private final String template;
    private final Role needs;

    Endpoint(String method, String template, Role needs) {
        this.method = method;
        this.template = template;
        this.needs = needs;
    }

    String method() {
        return method;
    }

    /** The path, with the names of its parts in braces. */
    String template() {
        return template;
    }

    Role needs() {
        return needs;
    }

    /** Whether only who is on the agent's own machine may ask for it. */
    boolean isForHere() {
        return this == PAIRING_CODE || this == NO_PAIRING_CODE;
    }

    /** Whether it starts a run. */
    boolean launches() {
        return this == LAUNCH || this == AGAIN;
    }

    /** Those with that path, whatever their method. */
    static List<Endpoint> at(String path) {
        return Arrays.stream(values())
                .filter(endpoint -> endpoint.parts(path).isPresent())
                .toList();
    }

    /** What stands in the path for each name in braces; empty when it is another path. */
    Optional<Map<String, String>> parts(String path) {
        String[] wanted = template.split("/", -1);
        String[] found = path.split("/", -1);
        if (wanted.length != found.length) return Optional.empty();
        var parts = new HashMap<String, String>();
        for (int k = 0; k < wanted.length; k++) {
            if (wanted[k].startsWith("{") && !found[k].isEmpty()) {
                parts.put(wanted[k].substring(1, wanted[k].length() - 1), found[k]);
            } else if (!wanted[k].equals(found[k])) {
                return Optional.empty();
            }
        }
        return Optional.of(parts);
    }
}
