package io.twohop.transport.aeron;

import io.aeron.AeronCounters;
import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Rule;
import io.twohop.finding.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.status.CountersReader;

/**
 * Counters of the run's media drivers and publishers, for a file of the result and for incidents. Drivers that a fault
 * ended are included. One thread at a time.
 */
final class DriverFigures {
    private static final Rule NAKS = new Rule(
            Kind.TRANSPORT,
            Severity.WARNING,
            "Aeron's receiver missed frames and sent %d NAKs, which %d retransmissions answered",
            "give the driver a core of its own, or larger socket buffers: see driver-counters.txt");

    private static final Rule GAPS = new Rule(
            Kind.TRANSPORT, Severity.INVALID, "Aeron gave up %d gaps in its streams", "see driver-counters.txt");

    private static final Rule ERRORS = new Rule(
            Kind.TRANSPORT,
            Severity.WARNING,
            "Aeron's media driver noted %d errors",
            "see driver-errors.txt in the result");

    private static final String FILE = "driver-counters.txt";
    private static final int SYSTEM_COUNTERS = AeronCounters.SYSTEM_COUNTER_ID_ASYNC_EXECUTOR_PROXY_FAILS + 1;

    private final Path aeronDir;
    private final Path directory;
    private final List<String> lines = new ArrayList<>();
    private final long[] before = new long[SYSTEM_COUNTERS];
    private final long[] counted = new long[SYSTEM_COUNTERS];

    DriverFigures(Path aeronDir, Path directory) {
        this.aeronDir = aeronDir;
        this.directory = directory;
    }

    /** Subtracts what the driver counted before the run. */
    void begin(CountersReader counters) {
        for (int id = 0; id < SYSTEM_COUNTERS; id++) {
            before[id] = counters.getCounterValue(id);
        }
    }

    /** Adds the final counters of a driver that ends; the next driver begins at zero. */
    synchronized void takeOver(CountersReader counters) {
        lines.add("media driver in " + aeronDir);
        counters.forEach((value, id, label) -> lines.add(String.format("%,20d  %s", value, label)));
        for (int id = 0; id < SYSTEM_COUNTERS; id++) {
            counted[id] += counters.getCounterValue(id) - before[id];
            before[id] = 0;
        }
    }

    synchronized void write(List<Offers> offers) {
        lines.add("offers");
        line("taken", offers.stream().mapToLong(Offers::taken).sum());
        line(
                "messages pushed back",
                offers.stream().mapToLong(Offers::pushedBack).sum());
        line("BACK_PRESSURED", offers.stream().mapToLong(Offers::retries).sum());
        line("ADMIN_ACTION", offers.stream().mapToLong(Offers::adminActions).sum());
        line("NOT_CONNECTED", offers.stream().mapToLong(Offers::notConnected).sum());
        line(
                "CLOSED or MAX_POSITION_EXCEEDED",
                offers.stream().mapToLong(Offers::closed).sum());
        try {
            Files.write(directory.resolve(FILE), lines);
            ErrorLog.copy(aeronDir, directory);
        } catch (IOException e) {
            System.err.println("what the media driver counted could not be kept: " + e);
        }
    }

    private void line(String label, long value) {
        lines.add(String.format("%,20d  %s", value, label));
    }

    synchronized List<Finding> incidents() {
        List<Finding> incidents = new ArrayList<>();
        long naks = counted[AeronCounters.SYSTEM_COUNTER_ID_NAK_MESSAGES_SENT];
        if (naks > 0) {
            incidents.add(NAKS.found(naks, counted[AeronCounters.SYSTEM_COUNTER_ID_RETRANSMITS_SENT]));
        }
        long fills = counted[AeronCounters.SYSTEM_COUNTER_ID_LOSS_GAP_FILLS];
        if (fills > 0) {
            incidents.add(GAPS.found(fills));
        }
        long errors = counted[AeronCounters.SYSTEM_COUNTER_ID_ERRORS];
        if (errors > 0) {
            incidents.add(ERRORS.found(errors));
        }
        return incidents;
    }
}
