package io.twohop.engine;

import io.twohop.account.Accounting;
import io.twohop.codec.Codec;
import io.twohop.event.EventSource;
import io.twohop.event.field.MessageIds;
import io.twohop.event.field.PatchedSamples;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.pipeline.Messages;
import io.twohop.pipeline.Role;
import io.twohop.pipeline.ServiceClocks;
import io.twohop.pipeline.deployed.Correlator;
import io.twohop.pipeline.deployed.Correlators;
import io.twohop.pipeline.deployed.DeployedEnds;
import io.twohop.pipeline.deployed.ReplyCounts;
import io.twohop.transport.Channel;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Mark;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.workload.Correlation;
import io.twohop.workload.Deployment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.agrona.concurrent.SystemNanoClock;

/** A service that already runs, which the run neither starts nor ends. */
final class DeployedService implements OtherParts {
    private final DeployedEnds ends;
    private final boolean followsTraces;

    DeployedService(Measurement measurement, Transport transport) {
        Deployment deployment = measurement.scenario().service().deployment();
        Correlation correlation = deployment.correlate();
        followsTraces = correlation.usesTrace();
        MessageIds ids = measurement.ids();
        Channel replies = correlation.usesInbox()
                ? Channel.inbox(measurement.context().runId())
                : Channel.existing(deployment.replies(), 2);
        ends = new DeployedEnds(
                transport,
                Channel.existing(deployment.requests(), 1),
                replies,
                correlator(measurement, correlation, ids, replies),
                ids,
                measurement.scenario().topology().producers(),
                measurement.context().traffic().messages(),
                canaries(measurement.messages()),
                measurement.messages().mark(),
                SystemNanoClock.INSTANCE);
    }

    private static Correlator correlator(
            Measurement measurement, Correlation correlation, MessageIds ids, Channel replies) {
        if (Mark.Part.of(correlation) != Mark.Part.FIELD) {
            return Correlators.beside(correlation, ids, replies);
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
    public void open() throws Exception {
        ends.open();
    }

    @Override
    public ServiceClocks clocks() {
        return ends.clocks();
    }

    @Override
    public Channel requests(Channel own) {
        return ends.requests(own);
    }

    @Override
    public Channel replies(Channel own) {
        return ends.replies(own);
    }

    @Override
    public Publisher publisher(Publisher requests) {
        return ends.publisher(requests);
    }

    @Override
    public Subscription subscription(Subscription replies) {
        return ends.subscription(replies);
    }

    @Override
    public Guarantees promises(Guarantees ofTransport) {
        return ends.promises(ofTransport);
    }

    @Override
    public Duration redelivery(Duration ofTransport) {
        return ends.redelivery(ofTransport);
    }

    @Override
    public boolean repliesDiffer() {
        return ends.repliesDiffer();
    }

    @Override
    public List<Finding> incidents(Accounting account) {
        ReplyCounts counts = ends.counts();
        List<Finding> found = new ArrayList<>();
        if (account.lost() > 0) {
            found.add(Rules.NO_REPLY.found(account.lost()));
        }
        if (account.duplicated() > 0) {
            found.add(Rules.REPLIED_AGAIN.found(account.duplicated()));
        }
        if (counts.uncorrelatedReplies() > 0) {
            found.add(Rules.UNCORRELATED.found(
                    counts.uncorrelatedReplies(), ends.correlator().place(), counts.example()));
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
