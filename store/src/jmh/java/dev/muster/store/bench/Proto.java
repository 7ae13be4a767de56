package dev.muster.store.bench;

import java.net.*;
import java.nio.file.*;
import java.time.*;
import java.util.*;

public final class Proto {
    static long cpu(long pid) throws Exception {
        long s = 0;
        try (var d = Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
            for (var t : d)
                s += Long.parseLong(Files.readString(t.resolve("schedstat")).split(" ")[0]);
        }
        return s;
    }

    public static void main(String[] a) throws Exception {
        // args: pairs seconds name=port:pid ...
        int pairs = Integer.parseInt(a[0]);
        double secs = Double.parseDouble(a[1]);
        var conns = a[2].split(",");
        var ops = a[3].split(",");
        for (String c : conns)
            for (String op : ops) {
                var w =
                        switch (op) {
                            case "get" -> Workload.get(16);
                            case "set" -> Workload.set(16);
                            case "add" -> Workload.add();
                            case "check" -> Workload.check(16);
                            default -> Workload.get(65536);
                        };
                var rates = new TreeMap<String, List<Double>>();
                var cpus = new TreeMap<String, List<Double>>();
                for (int p = 0; p < pairs; p++)
                    for (int k = 4; k < a.length; k++) {
                        var s = a[k].split("[=:]");
                        long pid = Long.parseLong(s[2]);
                        try (var loop =
                                new ClosedLoop(
                                        new InetSocketAddress(
                                                InetAddress.getByAddress(new byte[] {127, 0, 0, 1}),
                                                Integer.parseInt(s[1])),
                                        Integer.parseInt(c),
                                        w)) {
                            loop.run(w, Duration.ofMillis(200));
                            long c0 = cpu(pid);
                            long t0 = System.nanoTime();
                            long n = loop.run(w, Duration.ofMillis((long) (secs * 1000)));
                            double el = (System.nanoTime() - t0) / 1e9;
                            long c1 = cpu(pid);
                            rates.computeIfAbsent(s[0], _ -> new ArrayList<>()).add(n / el);
                            cpus.computeIfAbsent(s[0], _ -> new ArrayList<>())
                                    .add((c1 - c0) / 1e3 / n);
                        }
                    }
                for (var n : rates.keySet()) {
                    var r = rates.get(n);
                    var u = cpus.get(n);
                    Collections.sort(r);
                    Collections.sort(u);
                    System.out.printf(
                            "%-6s %4s conns %-8s %8.0f/s  cpu %.2f us  [%.0f..%.0f]%n",
                            op,
                            c,
                            n,
                            r.get(r.size() / 2),
                            u.get(u.size() / 2),
                            r.getFirst(),
                            r.getLast());
                }
            }
    }
}
