package io.twohop.cost;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A reading of a machine's counters.
 *
 * @param busyTicks of all its cores together; waiting for storage and what a hypervisor took are none
 * @param loopbackBytes that its loopback device received; empty where it has none
 */
record MachineReading(long busyTicks, Optional<Long> loopbackBytes) {
    private static final String LOOPBACK = "lo";

    /** Fields of the line of all cores: user, nice, system, and behind idle and waiting, both kinds of interrupts. */
    private static final int[] BUSY = {1, 2, 3, 6, 7};

    /** @param proc /proc; absent where it does not say */
    static Optional<MachineReading> of(Path proc) {
        List<String> lines = ProcFile.lines(proc.resolve("stat"));
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        long busy = 0;
        try {
            String[] fields = lines.get(0).split("\\s+");
            for (int field : BUSY) {
                busy += Long.parseLong(fields[field]);
            }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
        // Its own network's: a run with faults may have one for itself.
        Optional<Long> bytes = ProcFile.number(ProcFile.lines(proc.resolve("self/net/dev")), LOOPBACK);
        return Optional.of(new MachineReading(busy, bytes));
    }

    MachineReading since(MachineReading before) {
        return new MachineReading(
                busyTicks - before.busyTicks,
                loopbackBytes.flatMap(after -> before.loopbackBytes.map(bytes -> after - bytes)));
    }
}
