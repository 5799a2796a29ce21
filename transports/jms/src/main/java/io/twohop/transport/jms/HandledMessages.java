package io.twohop.transport.jms;

import io.twohop.transport.TransportException;
import io.twohop.transport.kit.AwaitedReplies;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;

/**
 * Messages that were handled and are not acknowledged yet, since some of their replies have no outcome. An acknowledgement or a commit is
 * for all messages that the session has received, except in the vendors' individual modes. The thread of the session.
 */
final class HandledMessages {
    /** Number of messages at which the consumer waits for outcomes. As many come again after a crash. */
    private static final int MOST = 64;

    private final Session session;
    private final int mode;
    private final AwaitedReplies replies;
    private final JmsIncidents incidents;
    private final Message[] messages = new Message[MOST];
    private int count;
    private boolean areAnswered;
    private volatile boolean closed;

    /** @param mode by which the session acknowledges */
    HandledMessages(Session session, int mode, AwaitedReplies replies, JmsIncidents incidents) {
        this.session = session;
        this.mode = mode;
        this.replies = replies;
        this.incidents = incidents;
    }

    /**
     * Acknowledges what can be, and waits only if there is no room.
     *
     * @return whether another message may be received
     */
    boolean makeRoom(long maxWaitNanos) {
        return acknowledge(0) || count < MOST || acknowledge(maxWaitNanos);
    }

    /** Notes whether what was handled is answered, before the handler of a message that was received since publishes another reply. */
    void received() {
        areAnswered = count > 0 && AcknowledgeMode.isIndividual(mode) && replies.haveOutcomes(0);
    }

    /** Adds a message whose handler has returned, and acknowledges what can be. */
    void add(Message message) {
        if (AcknowledgeMode.isAutomatic(mode) || areAnswered && !acknowledgeAll()) {
            return;
        }
        messages[count++] = message;
        acknowledge(0);
    }

    /** Returns whether nothing is left to acknowledge. */
    boolean acknowledge(long maxWaitNanos) {
        if (count == 0) {
            return true;
        }
        if (!replies.haveOutcomes(maxWaitNanos)) {
            return false;
        }
        acknowledgeAll();
        return true;
    }

    /**
     * Acknowledges the messages.
     *
     * @return false if that failed, as with each session that Artemis's client moves to a restarted broker: the provider delivers again
     *     what was not acknowledged
     */
    private boolean acknowledgeAll() {
        int answered = count;
        count = 0;
        try {
            if (mode == Session.SESSION_TRANSACTED) {
                session.commit();
            } else if (mode == Session.CLIENT_ACKNOWLEDGE) {
                messages[answered - 1].acknowledge();
            } else {
                for (int i = 0; i < answered; i++) {
                    messages[i].acknowledge();
                }
            }
            return true;
        } catch (JMSException e) {
            unacknowledged(e);
            return false;
        }
    }

    private void unacknowledged(JMSException cause) {
        if (closed) {
            return;
        }
        incidents.unacknowledged(cause);
        try {
            if (mode == Session.SESSION_TRANSACTED) {
                session.rollback();
            } else {
                session.recover();
            }
        } catch (JMSException e) {
            throw new TransportException("not received: " + e.getMessage(), e);
        }
    }

    /** Announces that the session ends: a failure is no incident any more. Any thread. */
    void closing() {
        closed = true;
    }
}
