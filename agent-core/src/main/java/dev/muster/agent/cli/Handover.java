package dev.muster.agent.cli;

import dev.muster.agent.OwnEnvironment;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentPlace;
import dev.muster.agent.session.BackgroundAgent;
import dev.muster.agent.session.LaunchFailed;
import dev.muster.agent.session.SocketSession;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletionException;

/**
 * Gives a run to the background agent, in the environment of this call: its workers find what they
 * would find in this terminal. The run's id is all that stands on stdout.
 */
final class Handover {
    private static final String NAME = "muster run";

    private final Terminal terminal;

    Handover(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Answers the exit code. */
    int of(JobSpec spec) {
        Map<String, String> environment = OwnEnvironment.read();
        try (var session = SocketSession.open(agent(environment), NAME)) {
            RunId run =
                    session.launch(spec.inEnvironment(environment)).toCompletableFuture().join();
            terminal.out().println(run);
            say(
                    "in the background; `muster attach %s` shows it, `muster stop %s` ends it"
                            .formatted(run, run));
            return ExitCodes.OK;
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof LaunchFailed refused)) throw e;
            say(String.valueOf(refused.getMessage()));
            return ExitCodes.USAGE;
        } catch (IOException e) {
            say(String.valueOf(e.getMessage()));
            return ExitCodes.UNAVAILABLE;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return ExitCodes.BROKEN;
        }
    }

    private static AgentPlace agent(Map<String, String> environment)
            throws IOException, InterruptedException {
        return BackgroundAgent.findOrStart(environment);
    }

    private void say(String sentence) {
        terminal.err().println(NAME + ": " + VisibleText.of(sentence));
    }
}
