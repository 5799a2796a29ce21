package io.twohop.pipeline;

/**
 * What services did.
 *
 * @param failed answers that the transport refused or reported as failed
 * @param foreign messages that carried no trace of this run
 * @param unanswered events without an answer
 * @param answeredAgain events with more than one
 */
public record ServiceCounts(long failed, long foreign, long unanswered, long answeredAgain) {
    /** Nothing. */
    public static final ServiceCounts NONE = new ServiceCounts(0, 0, 0, 0);

    /** Those of two together. */
    public ServiceCounts plus(ServiceCounts other) {
        return new ServiceCounts(
                failed + other.failed,
                foreign + other.foreign,
                unanswered + other.unanswered,
                answeredAgain + other.answeredAgain);
    }
}
