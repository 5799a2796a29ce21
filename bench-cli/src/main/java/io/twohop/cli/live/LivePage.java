package io.twohop.cli.live;

import com.sun.net.httpserver.HttpExchange;
import io.twohop.account.Interval;
import io.twohop.engine.protocol.RunListener;
import io.twohop.report.LiveRun;
import io.twohop.report.LiveRuns;
import io.twohop.result.BenchmarkResult;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Serves a page of running measurements on loopback, at a random port and under a random token. Its threads run in the parent
 * process, never in a measuring one.
 */
public final class LivePage implements Watcher {
    private static final int TOKEN_BYTES = 16;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NO_SUCH_METHOD = 405;

    /** A page that asked within this time is open, and asks again within it. */
    private static final Duration ASKING = Duration.ofSeconds(2);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final LiveRuns runs = new LiveRuns();
    private final LocalServer server;
    private final String place;
    private volatile long askedNanos = System.nanoTime() - ASKING.toNanos();

    /** Verdicts so far, and those that an open page has. */
    private final AtomicInteger verdicts = new AtomicInteger();

    private volatile int shownVerdicts;

    private LivePage(LocalServer server, String token) {
        this.server = server;
        this.place = "/" + token + "/";
    }

    /**
     * Starts the server.
     *
     * @throws IOException if no port is free
     */
    public static LivePage open() throws IOException {
        LocalServer server = new LocalServer("live-page", LocalServer.LOOPBACK, 0);
        LivePage page = new LivePage(server, token());
        server.handle("/", page::answer);
        server.start();
        return page;
    }

    private static String token() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        StringBuilder token = new StringBuilder();
        for (byte each : random) {
            token.append(String.format("%02x", each));
        }
        return token.toString();
    }

    /** Returns the page's address. */
    public String url() {
        return "http://" + server.authority() + place;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!Set.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
                send(exchange, NO_SUCH_METHOD, "text/plain", "GET only\n");
                return;
            }
            Optional<Supplier<String>> content = content(exchange);
            if (content.isEmpty()) {
                send(exchange, NOT_FOUND, "text/plain", "not found\n");
                return;
            }
            int known = verdicts.get();
            boolean isPage = exchange.getRequestURI().getPath().equals(place);
            send(
                    exchange,
                    OK,
                    isPage ? "text/html" : "application/json",
                    content.get().get());
            shownVerdicts = known;
        }
    }

    /** Returns nothing for an unknown path. */
    private Optional<Supplier<String>> content(HttpExchange exchange) {
        String path = exchange.getRequestURI().getPath();
        if (path.equals(place)) {
            return Optional.of(runs::page);
        }
        return path.equals(place + "data") ? Optional.of(this::data) : Optional.empty();
    }

    private String data() {
        askedNanos = System.nanoTime();
        return runs.data();
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        boolean isHead = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, isHead ? -1 : bytes.length);
        if (!isHead) {
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        }
    }

    @Override
    public RunListener begin(Watched run) {
        LiveRun shown = runs.begin(run.title());
        return new RunListener() {
            @Override
            public void onStarted(Started started) {
                shown.startFork();
            }

            @Override
            public void onInterval(Interval interval) {
                shown.add(interval);
            }

            @Override
            public void onEnded(Ended ended) {}
        };
    }

    @Override
    public void judged(Watched run, BenchmarkResult result) {
        runs.judged(run.title(), result);
        verdicts.incrementAndGet();
    }

    /** Waits for the next question of a page that is open, so that it ends with the final figures. */
    @Override
    public void close() {
        while (shownVerdicts < verdicts.get()
                && System.nanoTime() - askedNanos < ASKING.toNanos()
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        server.close();
    }
}
