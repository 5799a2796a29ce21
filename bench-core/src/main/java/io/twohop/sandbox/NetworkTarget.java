package io.twohop.sandbox;

import io.twohop.transport.FaultTarget;
import io.twohop.workload.Fault;
import io.twohop.workload.Fault.Action;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The loopback device of the run's own network, through which all its processes communicate. */
final class NetworkTarget implements FaultTarget {
    /** A queue without room: it drops every packet, like a cut cable. */
    static final String CUT = "pfifo limit 0";

    /** Room of the delaying queue, so that it drops no packet. */
    private static final int PACKETS = 1_000_000;

    private final Path work;

    NetworkTarget(Path work) {
        this.work = work;
    }

    @Override
    public String name() {
        return Fault.NETWORK;
    }

    @Override
    public void begin(Fault fault) throws IOException, InterruptedException {
        tc("add", fault.action() == Action.CUT ? CUT : delay(fault.by()));
    }

    @Override
    public void end(Fault fault) throws IOException, InterruptedException {
        tc("del", "");
    }

    static String delay(Duration by) {
        return "netem delay " + TimeUnit.NANOSECONDS.toMicros(by.toNanos()) + "us limit " + PACKETS;
    }

    private void tc(String what, String discipline) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("tc", "qdisc", what, "dev", "lo", "root"));
        if (!discipline.isEmpty()) {
            command.addAll(List.of(discipline.split(" ")));
        }
        HostCommand.run(work, command);
    }
}
