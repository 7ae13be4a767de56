package dev.muster.agent.rendezvous.etcd;

/** etcd has understood a question and will not do what it asks, nor would another member. */
final class EtcdRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Of gRPC, in which etcd's gateway tells of failures. */
    private static final int NOT_FOUND = 5;

    private static final int FAILED_PRECONDITION = 9;

    private final int code;

    EtcdRefusal(int code, String message) {
        super(message);
        this.code = code;
    }

    /** What was named, a lease for one, is not there. */
    boolean isNotFound() {
        return code == NOT_FOUND;
    }

    /** What was to be made is there, for one. */
    boolean isFailedPrecondition() {
        return code == FAILED_PRECONDITION;
    }
}
