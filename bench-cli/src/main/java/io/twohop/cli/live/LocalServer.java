package io.twohop.cli.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * An HTTP server for watchers of a run, in the parent process. Threads, connections, and the time for a request and its answer are bounded,
 * so that a client that sends half a request blocks nobody else. It answers only under names of its own: a foreign page may resolve its
 * own name to this machine.
 */
final class LocalServer implements AutoCloseable {
    static final String LOOPBACK = "127.0.0.1";

    /** Seconds that a client may take to send a request. */
    static final int REQUEST_SECONDS = 5;

    private static final int ANSWER_SECONDS = 30;
    private static final int MOST_CONNECTIONS = 100;
    private static final int MOST_THREADS = 16;
    private static final int IDLE_SECONDS = 10;
    private static final int NOT_FOUND = 404;
    private static final String IP_ADDRESS = "[0-9.]+|\\[[0-9a-f:.]+]";

    static {
        // The JDK's server has no other way to set its limits, and reads these once.
        limit("sun.net.httpserver.maxReqTime", REQUEST_SECONDS);
        limit("sun.net.httpserver.maxRspTime", ANSWER_SECONDS);
        limit("sun.net.httpserver.idleInterval", IDLE_SECONDS);
        limit("jdk.httpserver.maxConnections", MOST_CONNECTIONS);
    }

    private final ExecutorService threads;
    private final HttpServer server;
    private final String host;
    private final Set<String> names = new HashSet<>();

    /**
     * Binds a server, which answers nothing before {@link #start}.
     *
     * @param threadName name of its threads
     * @param host address or name of this machine to bind to
     * @param port 0 for any free port
     */
    LocalServer(String threadName, String host, int port) throws IOException {
        InetAddress address = InetAddress.getByName(host);
        this.host = host;
        names.add(host.toLowerCase(Locale.ROOT));
        names.add("localhost");
        if (!address.isLoopbackAddress()) {
            addNamesOfThisMachine();
        }
        threads = new ThreadPoolExecutor(
                MOST_THREADS,
                MOST_THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_CONNECTIONS),
                work -> {
                    Thread thread = new Thread(work, threadName);
                    thread.setDaemon(true);
                    return thread;
                });
        ((ThreadPoolExecutor) threads).allowCoreThreadTimeOut(true);
        server = HttpServer.create(new InetSocketAddress(address, port), 0);
        server.setExecutor(threads);
    }

    private static void limit(String property, int value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, Integer.toString(value));
        }
    }

    private void addNamesOfThisMachine() {
        try {
            InetAddress local = InetAddress.getLocalHost();
            names.add(local.getHostName().toLowerCase(Locale.ROOT));
            names.add(local.getCanonicalHostName().toLowerCase(Locale.ROOT));
        } catch (UnknownHostException e) {
            // Addresses suffice.
        }
    }

    /** Adds a handler for paths that begin with {@code path}. */
    void handle(String path, HttpHandler handler) {
        server.createContext(path, exchange -> {
            if (isNamed(exchange)) {
                handler.handle(exchange);
            } else {
                try (exchange) {
                    exchange.sendResponseHeaders(NOT_FOUND, -1);
                }
            }
        });
    }

    /** Returns whether the client asked by an address, or by a name of this machine: only names can be resolved to a foreign machine. */
    private boolean isNamed(HttpExchange exchange) {
        String asked = exchange.getRequestHeaders().getFirst("Host");
        if (asked == null) {
            return false;
        }
        String name = asked.toLowerCase(Locale.ROOT).replaceFirst(":[0-9]*$", "");
        return names.contains(name) || name.matches(IP_ADDRESS);
    }

    void start() {
        server.start();
    }

    /** Returns address or name and port, as in a URL. */
    String authority() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":"
                + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
