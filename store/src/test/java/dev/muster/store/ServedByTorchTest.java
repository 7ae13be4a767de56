package dev.muster.store;

import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

import java.io.IOException;
import java.net.URISyntaxException;

/** A client keeps the contract also of PyTorch's own server. */
@Needs(TestGroup.TORCH)
@BesideOthers
class ServedByTorchTest extends StoreContract {
    private static TorchRanks torch;

    @BeforeAll
    static void start() throws IOException, URISyntaxException {
        torch = TorchRanks.start();
    }

    @AfterAll
    static void end() throws IOException {
        torch.close();
    }

    @Override
    protected Opened open() {
        var client = StoreClient.connect(torch.serve(), SOON);
        return new Opened(client, client);
    }
}
