package io.twohop.fault;

import io.twohop.config.ConfigException;
import io.twohop.transport.FaultTarget;
import io.twohop.workload.Fault;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The part of a run that a fault's target names. */
public final class FaultTargets {
    /** The name of the service's process. */
    public static final String SERVICE = "service";

    private FaultTargets() {}

    /** The one of that name, or the only one of its kind: {@code broker} where there is but {@code broker-1}. */
    public static Optional<String> resolve(String target, Collection<String> names) {
        if (names.contains(target)) {
            return Optional.of(target);
        }
        List<String> ofKind =
                names.stream().filter(name -> name.matches(target + "-\\d+")).toList();
        return ofKind.size() == 1 ? Optional.of(ofKind.get(0)) : Optional.empty();
    }

    /**
     * Refuses a fault whose target the run does not have.
     *
     * @return the name that is meant
     */
    public static String check(Fault fault, Collection<String> names) {
        return resolve(fault.target(), names).orElseThrow(() -> {
            if (fault.target().equals(SERVICE)) {
                return ConfigException.invalid(
                        "faults", SERVICE, "service: { process: true } in the workload, for a process that can end");
            }
            if (fault.target().equals(Fault.CONSUMER)) {
                return ConfigException.invalid(
                        "faults or backlog",
                        Fault.CONSUMER,
                        "a transport that stores messages until they are taken (kafka, chronicle, nats in mode jetstream), and a"
                                + " service in the measuring process; for one in its own process, pause service");
            }
            return ConfigException.invalid(
                    "faults",
                    fault.target(),
                    names.isEmpty()
                            ? "no faults, since this run starts nothing that they could be done to"
                            : "one of "
                                    + String.join(", ", names.stream().sorted().toList()));
        });
    }

    static FaultTarget find(Fault fault, List<FaultTarget> targets) {
        String name = check(fault, targets.stream().map(FaultTarget::name).toList());
        return targets.stream()
                .filter(target -> target.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
