package io.twohop.transport.sqs;

import io.twohop.transport.Creation;
import io.twohop.transport.Sweeper;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;

/** Deletes queues of one account and region. */
final class SqsSweeper implements Sweeper {
    private static final String QUEUE = "queue";

    private final Connector connector;
    private final SqsClient client;
    private final String place;

    SqsSweeper(Connector connector, SqsClient client) {
        this.connector = connector;
        this.client = client;
        this.place = connector.name();
    }

    @Override
    public String place() {
        return place;
    }

    Creation queue(String name) {
        return new Creation(place, QUEUE, name);
    }

    @Override
    public Map<Creation, String> delete(Collection<Creation> creations) {
        Map<Creation, String> failed = new LinkedHashMap<>();
        for (Creation creation : creations) {
            try {
                String url = client.getQueueUrl(request -> request.queueName(creation.name()))
                        .queueUrl();
                client.deleteQueue(request -> request.queueUrl(url));
            } catch (QueueDoesNotExistException e) {
                // Deleted already, or never made.
            } catch (SdkException e) {
                failed.put(creation, Connector.words(e));
            }
        }
        return failed;
    }

    @Override
    public void close() {
        client.close();
        connector.close();
    }
}
