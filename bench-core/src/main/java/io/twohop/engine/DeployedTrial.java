package io.twohop.engine;

import io.twohop.event.field.IdForm;
import io.twohop.event.field.MessageIds;
import io.twohop.event.field.PatchedSamples;
import io.twohop.pipeline.deployed.ReturnTrial;
import io.twohop.pipeline.deployed.Returned;
import io.twohop.transport.Channel;
import io.twohop.transport.Transport;
import io.twohop.workload.Deployment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.agrona.concurrent.SystemNanoClock;

/** Tries, before a workload says so, which parts of a request a deployed service returns. */
public final class DeployedTrial {
    private DeployedTrial() {}

    /** Opens the transport in this process, which leaves nothing behind on existing channels. */
    public static Returned of(Measurement measurement) throws Exception {
        Deployment deployment = measurement.scenario().service().deployment();
        MessageIds ids = measurement.ids();
        try (Transport transport = measurement.transport().open(measurement.context())) {
            return new ReturnTrial(
                            transport,
                            measurement.transport().marks(),
                            DeployedService.requests(measurement),
                            Optional.ofNullable(deployment.expected().topic()).map(name -> Channel.existing(name, 2)),
                            Channel.inbox(measurement.context().runId()),
                            ids,
                            fields(measurement),
                            SystemNanoClock.INSTANCE)
                    .run();
        }
    }

    private static Map<String, IdForm> fields(Measurement measurement) {
        Map<String, IdForm> forms = new LinkedHashMap<>();
        if (measurement.messages().type() instanceof PatchedSamples samples) {
            measurement
                    .scenario()
                    .payload()
                    .event()
                    .fields()
                    .keySet()
                    .forEach(field -> samples.form(field).ifPresent(form -> forms.put(field, form)));
        }
        return forms;
    }
}
