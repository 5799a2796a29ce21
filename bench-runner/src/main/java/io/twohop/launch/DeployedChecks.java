package io.twohop.launch;

import io.twohop.config.ConfigException;
import io.twohop.config.Enums;
import io.twohop.engine.Measurement;
import io.twohop.event.field.KeyField;
import io.twohop.registry.TransportFile;
import io.twohop.transport.Mark;
import io.twohop.workload.Correlation;
import io.twohop.workload.Fault;
import io.twohop.workload.Keys;
import io.twohop.workload.ReplyField;
import io.twohop.workload.Scenario;
import io.twohop.workload.ServiceOptions;
import io.twohop.workload.Workload;
import java.util.Set;
import java.util.stream.Collectors;

/** Refuses a deployed service that cannot be measured as the workload says. */
final class DeployedChecks {
    private static final String KEY = "service.key";

    private DeployedChecks() {}

    static void check(Workload workload, Scenario scenario, TransportFile transport, Measurement measurement) {
        ServiceOptions service = scenario.service();
        if (!service.isDeployed()) {
            return;
        }
        try {
            checkTransport(transport, Mark.Part.of(service.deployment().correlate()));
            checkMessages(scenario);
            checkFaults(scenario);
            checkField(service.deployment().correlate(), measurement);
            checkKey(service.deployment().key(), transport, measurement);
        } catch (ConfigException e) {
            throw workload.located(e);
        }
    }

    private static void checkTransport(TransportFile transport, Mark.Part part) {
        String name = transport.common().transport();
        Set<Mark.Part> able = transport.configured().marks();
        if (able.isEmpty()) {
            throw ConfigException.invalid(
                    "service.deployed",
                    true,
                    "another transport, or another mode of it, since "
                            + transport.whole().sourceName() + " uses no channels that exist already");
        }
        if (!able.contains(part)) {
            throw ConfigException.invalid(
                    "service.correlate",
                    Enums.text(part),
                    "what " + name + " can carry there and back: "
                            + able.stream().map(Enums::text).collect(Collectors.joining(", ")));
        }
        boolean startsItsOwn =
                transport.server().isEmpty() && transport.servers().isPresent() && !transport.isForeign();
        if (startsItsOwn) {
            throw ConfigException.invalid(
                    "service.deployed",
                    true,
                    "a transport file with 'broker: external', or a server that the test shares: the servers that a run starts for"
                            + " itself have no deployed service");
        }
    }

    private static void checkField(Correlation correlation, Measurement measurement) {
        ReplyField field = correlation.field();
        if (field != null && measurement.form(field).isEmpty()) {
            throw ConfigException.invalid(
                    "service.correlate.field",
                    field.inRequest(),
                    "one of event.fields that is a number or uuid, such as event: {file: order.json, fields: {"
                            + field.inRequest() + ": number}}");
        }
    }

    private static void checkKey(String key, TransportFile transport, Measurement measurement) {
        if (key == null) {
            return;
        }
        if (!transport.configured().marks().contains(Mark.Part.KEY)) {
            throw ConfigException.invalid(
                    KEY, key, "no key over " + transport.common().transport() + ", whose messages have none");
        }
        KeyField.check(
                measurement
                        .files()
                        .orElseThrow(() -> ConfigException.invalid(
                                KEY, key, "no key without event.file, whose messages have the field")),
                key);
    }

    /** Refuses faults of consumers, which are another's, and of a network and a disk in which the service has no part. */
    private static void checkFaults(Scenario scenario) {
        if (scenario.faults().stream().anyMatch(Fault::stopsConsumers)) {
            throw ConfigException.invalid(
                    Keys.FAULTS.name(),
                    Fault.CONSUMER,
                    "another target, since a deployed service is not the run's to stop");
        }
        scenario.faults().stream()
                .map(Fault::target)
                .filter(target -> target.equals(Fault.NETWORK) || target.equals(Fault.DISK))
                .findFirst()
                .ifPresent(target -> {
                    throw ConfigException.invalid(
                            Keys.FAULTS.name(),
                            target,
                            "a process of the run, since its " + target + " is not that of the deployed service");
                });
    }

    private static void checkMessages(Scenario scenario) {
        if (!scenario.payload().raw()) {
            throw ConfigException.invalid(
                    Keys.EVENT.name(),
                    scenario.payload().event().name(),
                    "the service's own messages, such as {file: order.json}, or a size");
        }
        if (scenario.topology().topics() > 1) {
            throw ConfigException.invalid(
                    Keys.TOPICS.name(), scenario.topology().topics(), "1, since the service has its own topics");
        }
        if (scenario.payload().keys().count() > 0) {
            throw ConfigException.invalid(
                    Keys.KEYS.name(), scenario.payload().keys().count(), "no keys with a deployed service");
        }
    }
}
