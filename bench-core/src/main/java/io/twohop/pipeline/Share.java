package io.twohop.pipeline;

import io.twohop.replay.Division;
import io.twohop.schedule.DueTimes;
import io.twohop.schedule.Schedule;
import io.twohop.schedule.Schedules;
import io.twohop.transport.Channel;
import io.twohop.workload.Arrivals;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which of a run's messages go through a pipeline, where several of them make up the run. Its ends are divided into loads, each with
 * generators and with sinks for the replies to what those sent; its services share all requests.
 *
 * @param load which of the loads it is, from 0; of a service 0
 * @param loads how many there are
 * @param service which of the services it is, from 0; of a load 0
 * @param services how many there are
 */
public record Share(int load, int loads, int service, int services) {
    /** All of a run. */
    public static final Share WHOLE = new Share(0, 1, 0, 1);

    /** The number of its first producer among those of all loads. */
    int firstProducer(int producersOfEach) {
        return load * producersOfEach;
    }

    /**
     * When its messages are due. A run's message i is sent by load i modulo their number, so that together they send at the times of
     * a run that has one.
     *
     * @param ratePerSecond of the whole run
     * @param producer among those of its own, from 0
     */
    Schedule schedule(Arrivals arrivals, double ratePerSecond, int producer, int producersOfEach) {
        return Schedules.of(arrivals, ratePerSecond, producer, producersOfEach, load, loads);
    }

    /** The same of a message by its number. */
    DueTimes due(Arrivals arrivals, double ratePerSecond, int producer, int producersOfEach) {
        return Schedules.due(arrivals, ratePerSecond, producer, producersOfEach, load, loads);
    }

    /** Which rows of a file of arrivals it sends. */
    Division division(int producersOfEach) {
        return new Division(producersOfEach, load, loads);
    }

    /** A channel that each load has for itself. */
    Channel own(Channel channel) {
        return of(channel, load);
    }

    /** Those of all loads, in their order. */
    List<Channel> all(Channel channel) {
        return IntStream.range(0, loads).mapToObj(each -> of(channel, each)).toList();
    }

    private Channel of(Channel channel, int which) {
        return loads == 1 ? channel : new Channel(channel.name() + "-" + (which + 1), channel.hop(), channel.topics());
    }
}
