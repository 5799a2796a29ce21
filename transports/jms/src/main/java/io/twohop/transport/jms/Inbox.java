package io.twohop.transport.jms;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * A temporary queue that requests name for their replies. A service returns a request's number as the correlation id, either from the
 * request's correlation id or by the id that the provider gave to the request.
 */
final class Inbox {
    /** Begin of each id that a provider gives to a message. */
    private static final String ID = "ID:";

    private static final int REMEMBERED = 1 << 16;

    /** Time in which the client learns that the provider has taken the request which a reply answers already. */
    private static final Duration LIMIT = Duration.ofMillis(200);

    private static final long PAUSE_NANOS = 20_000;

    private final String name;
    private final Map<String, String> numbers = new ConcurrentHashMap<>();
    private final Queue<String> oldest = new ConcurrentLinkedQueue<>();
    private volatile Destination queue;

    /** Whether a reply may have the provider's id; no longer once one had the request's number. */
    private volatile boolean remembers = true;

    /** @param name of the channel that replies come by, to which the number is added */
    Inbox(String name) {
        this.name = name;
    }

    /** Creates the queue, which ends with the session's connection. */
    Destination open(Session session) throws JMSException {
        queue = session.createTemporaryQueue();
        return queue;
    }

    /** Makes a request ask for a reply. */
    void mark(Message request, String number) throws JMSException {
        request.setJMSReplyTo(queue);
        request.setJMSCorrelationID(number);
    }

    /** Notes the provider's id of a request; the thread that sent it, or the client's. */
    void sent(Message request) throws JMSException {
        if (remembers) {
            String id = request.getJMSMessageID();
            numbers.put(id, request.getJMSCorrelationID());
            oldest.add(id);
            if (numbers.size() > REMEMBERED) {
                numbers.remove(oldest.remove());
            }
        }
    }

    /** Returns the address that a reply came by; {@code null} if nothing says which request it answers. */
    String address(Message reply) throws JMSException {
        String id = reply.getJMSCorrelationID();
        if (id == null) {
            return null;
        }
        if (!id.startsWith(ID)) {
            if (remembers) {
                remembers = false;
                numbers.clear();
                oldest.clear();
            }
            return name + id;
        }
        String number = number(id);
        return number == null ? null : name + number;
    }

    private String number(String id) {
        long startNanos = System.nanoTime();
        String number = numbers.get(id);
        while (number == null && System.nanoTime() - startNanos < LIMIT.toNanos()) {
            LockSupport.parkNanos(this, PAUSE_NANOS);
            number = numbers.get(id);
        }
        return number;
    }
}
