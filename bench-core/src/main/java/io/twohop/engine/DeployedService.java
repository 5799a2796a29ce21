package io.twohop.engine;

import io.twohop.account.Accounting;
import io.twohop.codec.Codec;
import io.twohop.event.EventSource;
import io.twohop.event.field.PatchedSamples;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.pipeline.Messages;
import io.twohop.pipeline.Role;
import io.twohop.pipeline.deployed.Correlator;
import io.twohop.pipeline.deployed.Correlators;
import io.twohop.pipeline.deployed.DeployedEnds;
import io.twohop.pipeline.deployed.ReplyCounts;
import io.twohop.transport.Channel;
import io.twohop.transport.Mark;
import io.twohop.transport.Transport;
import io.twohop.workload.Correlation;
import io.twohop.workload.Deployment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.agrona.concurrent.SystemNanoClock;

/** A service that already runs, which the run neither starts nor ends. */
final class DeployedService extends DeployedEnds implements OtherParts {
    private final boolean followsTraces;

    DeployedService(Measurement measurement, Transport transport) {
        super(
                transport,
                Channel.existing(deployment(measurement).requests(), 1),
                replies(measurement),
                correlator(measurement),
                measurement.ids(),
                measurement.scenario().topology().producers(),
                measurement.context().traffic().messages(),
                canaries(measurement.messages()),
                measurement.messages().mark(),
                SystemNanoClock.INSTANCE);
        followsTraces = deployment(measurement).correlate().usesTrace();
    }

    private static Deployment deployment(Measurement measurement) {
        return measurement.scenario().service().deployment();
    }

    private static Channel replies(Measurement measurement) {
        Deployment deployment = deployment(measurement);
        return deployment.correlate().usesInbox()
                ? Channel.inbox(measurement.context().runId())
                : Channel.existing(deployment.replies(), 2);
    }

    private static Correlator correlator(Measurement measurement) {
        Correlation correlation = deployment(measurement).correlate();
        if (Mark.Part.of(correlation) != Mark.Part.FIELD) {
            return Correlators.beside(correlation, measurement.ids(), replies(measurement));
        }
        return Correlators.ofField(
                correlation.field(), measurement.form(correlation.field()).orElseThrow());
    }

    /** Returns what makes the payload of a request that is not measured. */
    static <T> LongFunction<ByteBuffer> canaries(Messages<T> messages) {
        EventSource<T> source = messages.type().source(0);
        Codec<T> codec = messages.codecs().get();
        ByteBuffer buffer =
                ByteBuffer.allocateDirect(messages.type().maxBytes()).order(ByteOrder.nativeOrder());
        return number -> {
            codec.encode(canary(source, number), buffer.clear());
            return buffer.flip();
        };
    }

    @SuppressWarnings("unchecked")
    private static <T> T canary(EventSource<T> source, long number) {
        long nowNanos = SystemNanoClock.INSTANCE.nanoTime();
        return source instanceof PatchedSamples.Source samples
                ? (T) samples.message(number, nowNanos)
                : source.next(0, nowNanos);
    }

    @Override
    public Role role() {
        return Role.ENDS;
    }

    @Override
    public List<Finding> incidents(Accounting account) {
        ReplyCounts counts = replyCounts();
        List<Finding> found = new ArrayList<>();
        if (account.lost() > 0) {
            found.add(Rules.NO_REPLY.found(account.lost()));
        }
        if (account.duplicated() > 0) {
            found.add(Rules.REPLIED_AGAIN.found(account.duplicated()));
        }
        if (counts.uncorrelatedReplies() > 0) {
            found.add(Rules.UNCORRELATED.found(
                    counts.uncorrelatedReplies(), correlator().place(), counts.example()));
        }
        if (counts.foreignReplies() > 0) {
            found.add(
                    followsTraces && account.lost() > 0
                            ? Rules.NEW_TRACES.found(counts.foreignReplies(), account.lost())
                            : Rules.FOREIGN_REPLIES.found(counts.foreignReplies()));
        }
        if (counts.forgottenReplies() > 0) {
            found.add(Rules.FORGOTTEN_REPLIES.found(counts.forgottenReplies()));
        }
        return found;
    }
}
