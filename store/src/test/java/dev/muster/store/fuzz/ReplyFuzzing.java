package dev.muster.store.fuzz;

import static dev.muster.store.fuzz.Reading.require;

import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.wire.ReplyDecoder;

import java.util.Arrays;
import java.util.List;

/**
 * Whatever a server answers, and however the network cuts it: it is replies and perhaps a refusal,
 * always the same.
 */
public final class ReplyFuzzing {
    private static final Limits SMALL = new Limits(16, 64, 8, 128);
    private static final Key K = Key.of("k");
    private static final List<StoreRequest> ASKED =
            List.of(
                    new StoreRequest.Get(K),
                    new StoreRequest.Add(K, 1),
                    new StoreRequest.Check(List.of(K)),
                    new StoreRequest.Wait(List.of(K)),
                    new StoreRequest.CancelWait(),
                    new StoreRequest.MultiGet(List.of(K, K, K)),
                    new StoreRequest.Ping(7),
                    new StoreRequest.QueuePop(K),
                    new StoreRequest.ListKeys(),
                    new StoreRequest.Barrier(K, 2),
                    new StoreRequest.QueueLength(K),
                    new StoreRequest.Delete(K));
    private static final int MOST_ASKED = 4;
    private static final int ROOMY = 0x10;

    private ReplyFuzzing() {}

    /** The first bytes tell what was asked, the next how the others are cut. */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length < MOST_ASKED + 2) return;
        var bytes = Arrays.copyOfRange(input, MOST_ASKED + 2, input.length);

        var whole = read(input, bytes, Pieces.whole(bytes.length));
        var cut = read(input, bytes, Pieces.some(bytes.length, input[MOST_ASKED + 1]));
        var single = read(input, bytes, Pieces.singleBytes(bytes.length));

        require(cut.equals(whole), "reads otherwise what is cut");
        require(single.equals(whole), "reads otherwise what comes byte by byte");
    }

    private static Reading read(byte[] input, byte[] bytes, List<Integer> pieces) {
        return Reading.of(bytes, pieces, () -> decoder(input), () -> {});
    }

    private static ReplyDecoder decoder(byte[] input) {
        boolean roomy = (input[MOST_ASKED] & ROOMY) != 0;
        var decoder = new ReplyDecoder(roomy ? Limits.DEFAULT : SMALL);
        for (int i = 0; i < MOST_ASKED; i++) {
            int which = Byte.toUnsignedInt(input[i]);
            if (which < ASKED.size()) decoder.expect(ASKED.get(which));
        }
        return decoder;
    }
}
