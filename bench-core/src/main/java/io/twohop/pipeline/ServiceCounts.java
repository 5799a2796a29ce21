package io.twohop.pipeline;

import io.twohop.account.Acknowledged;
import io.twohop.account.Integrity;
import io.twohop.account.Reported;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts of services.
 *
 * @param failed answers that the transport refused or reported as failed
 * @param foreign messages that carried no trace of this run
 * @param answeredAgain events with more than one
 * @param integrity what was wrong with requests that arrived
 * @param acknowledged what the transport acknowledged of the answers; nothing while the service still runs
 */
public record ServiceCounts(
        long failed,
        long foreign,
        long unanswered,
        long answeredAgain,
        Integrity integrity,
        Acknowledged acknowledged) {
    public static final ServiceCounts NONE = new ServiceCounts(0, 0, 0, 0, Integrity.NONE, Acknowledged.NONE);

    /** Returns the sum of two services' counts. */
    public ServiceCounts plus(ServiceCounts other) {
        return new ServiceCounts(
                failed + other.failed,
                foreign + other.foreign,
                unanswered + other.unanswered,
                answeredAgain + other.answeredAgain,
                integrity.plus(other.integrity),
                acknowledged.plus(other.acknowledged));
    }

    /** Returns these counts with the acknowledgements of a service that has ended. */
    public ServiceCounts acknowledged(Acknowledged answers) {
        return new ServiceCounts(failed, foreign, unanswered, answeredAgain, integrity, answers);
    }

    /** Returns the messages that are known not to arrive. */
    public Reported reported() {
        return new Reported(failed, unanswered);
    }

    /** Returns these counts without verified payloads, which change with each message. */
    public ServiceCounts faults() {
        return new ServiceCounts(failed, foreign, unanswered, answeredAgain, integrity.faults(), acknowledged);
    }

    /** Returns the services' mistakes, which no transport can repair. */
    public List<Finding> incidents() {
        List<Finding> incidents = new ArrayList<>();
        if (unanswered > 0) {
            incidents.add(Rules.UNANSWERED.found(unanswered));
        }
        if (answeredAgain > 0) {
            incidents.add(Rules.ANSWERED_AGAIN.found(answeredAgain));
        }
        return incidents;
    }
}
