package dev.muster.agent.control;

import dev.muster.agent.control.api.Problem;

/** A request that is not done. Ends nothing but itself. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    Refusal(Problem problem) {
        super(problem.detail(), null, false, false); // where it was thrown is nobody's business
        this.problem = problem;
    }

    static Refusal of(int status, String title, String detail) {
        return new Refusal(new Problem(status, title, detail));
    }

    static Refusal malformed(String detail) {
        return of(400, "Malformed request", detail);
    }

    static Refusal notFound(String detail) {
        return of(404, "Not found", detail);
    }

    Problem problem() {
        return problem;
    }
}
