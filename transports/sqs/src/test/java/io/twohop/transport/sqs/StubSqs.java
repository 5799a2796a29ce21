package io.twohop.transport.sqs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An endpoint that answers as a test says, for what no server does on demand. */
final class StubSqs implements AutoCloseable {
    /** Answers a request. */
    @FunctionalInterface
    interface Answers {
        /** @param action such as {@code SendMessageBatch} */
        Answer to(String action, JsonNode request) throws Exception;
    }

    /** An HTTP answer; null in its place cuts the connection. */
    record Answer(int status, String body) {
        static Answer error(int status, String code) {
            return new Answer(
                    status, "{\"__type\":\"com.amazonaws.sqs#" + code + "\",\"message\":\"no " + code + "\"}");
        }
    }

    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<JsonNode> batches = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    StubSqs(Answers answers) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, answers));
        server.start();
    }

    private void answer(HttpExchange exchange, Answers answers) throws IOException {
        String action = exchange.getRequestHeaders().getFirst("X-Amz-Target").replace("AmazonSQS.", "");
        JsonNode request = JSON.readTree(exchange.getRequestBody());
        if (action.equals("SendMessageBatch")) {
            batches.add(request);
        }
        Answer answer;
        try {
            answer = answers.to(action, request);
        } catch (Exception e) {
            throw new IOException(e);
        }
        if (answer != null) {
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    /** Returns the sum by which the client recognises what it has sent. */
    static String md5(String body) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("MD5").digest(body.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the answer that each message of a batch is taken. */
    static Answer taken(JsonNode batch) {
        return taken(batch, Set.of(), Set.of());
    }

    /**
     * Returns the answer that messages of a batch are taken.
     *
     * @param refused ids of the entries that are refused; of the others, those not answered are left out
     */
    static Answer taken(JsonNode batch, Set<String> refused, Set<String> unanswered) {
        List<String> successful = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        for (JsonNode entry : batch.get("Entries")) {
            String id = entry.get("Id").asText();
            if (refused.contains(id)) {
                failed.add("{\"Id\":\"" + id + "\",\"Code\":\"InternalError\",\"SenderFault\":false}");
            } else if (!unanswered.contains(id)) {
                successful.add("{\"Id\":\"" + id + "\",\"MessageId\":\"m\",\"MD5OfMessageBody\":\""
                        + md5(entry.get("MessageBody").asText()) + "\"}");
            }
        }
        return new Answer(
                200,
                "{\"Successful\":[" + String.join(",", successful) + "],\"Failed\":[" + String.join(",", failed)
                        + "]}");
    }

    /** Returns the batches that were sent, those that were answered with an error included. */
    List<JsonNode> batches() {
        return batches;
    }

    /** Returns the configuration of clients of this endpoint. */
    SqsConfig config(String yaml) {
        return SharedMoto.config("region: us-east-1\nendpoint: http://127.0.0.1:"
                + server.getAddress().getPort() + "\n" + yaml);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
