package dev.muster.store;

/** A client of a server keeps the contract. */
class ConnectedStoreTest extends StoreContract {
    @Override
    protected Opened open() {
        var server = StoreServer.open(StoreServerConfig.DEFAULT);
        var client = StoreClient.connect(server.address(), SOON);
        return new Opened(
                client,
                () -> {
                    client.close();
                    server.close();
                });
    }
}
