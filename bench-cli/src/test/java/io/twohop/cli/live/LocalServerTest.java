package io.twohop.cli.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hostile clients of both pages. */
@Tag("one-jdk")
@Timeout(60)
class LocalServerTest {
    private static final String HALF = "GET / HTTP/1.1\r\nHost: 127";
    private static final int PATIENCE_MILLIS = 2_000;
    private static final int MARGIN_MILLIS = 10_000;

    private static Socket connected(URI page) throws IOException {
        Socket socket = new Socket(page.getHost(), page.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    private static Socket halfRequest(URI page) throws IOException {
        Socket socket = connected(page);
        socket.getOutputStream().write(HALF.getBytes(US_ASCII));
        return socket;
    }

    private static String answer(URI page, String host) throws IOException {
        try (Socket socket = connected(page)) {
            socket.getOutputStream()
                    .write(("GET " + page.getPath() + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        }
    }

    /** Leaves requests unfinished beside a second reader, until the server closes them. */
    private static void assertServesBesideUnfinishedRequests(URI page) throws IOException {
        List<Socket> unfinished = new ArrayList<>();
        try {
            for (int i = 0; i < 5; i++) {
                unfinished.add(halfRequest(page));
            }

            assertThat(answer(page, page.getAuthority())).startsWith("HTTP/1.1 200 ");

            for (Socket socket : unfinished) {
                socket.setSoTimeout(LocalServer.REQUEST_SECONDS * 1_000 + MARGIN_MILLIS);
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
            }
        } finally {
            for (Socket socket : unfinished) {
                socket.close();
            }
        }
    }

    private static void assertAnswersOnlyByNamesOfThisMachine(URI page) throws IOException {
        assertThat(List.of("127.0.0.1", "localhost", "LOCALHOST", "[::1]"))
                .allSatisfy(host ->
                        assertThat(answer(page, host + ":" + page.getPort())).startsWith("HTTP/1.1 200 "));
        assertThat(List.of("rebound.example", "localhost.example", "127.0.0.1.example", "1.example", "", "[x]"))
                .allSatisfy(host ->
                        assertThat(answer(page, host + ":" + page.getPort())).startsWith("HTTP/1.1 404 "));
    }

    @Test
    void shouldServeTheLivePageBesideUnfinishedRequests() throws Exception {
        try (LivePage page = LivePage.open()) {
            assertServesBesideUnfinishedRequests(URI.create(page.url()));
        }
    }

    @Test
    void shouldServePrometheusBesideUnfinishedRequests() throws Exception {
        try (PrometheusPage page = PrometheusPage.open(":0")) {
            assertServesBesideUnfinishedRequests(URI.create(page.url()));
        }
    }

    @Test
    void shouldServeTheLivePageOnlyByNamesOfThisMachine() throws Exception {
        try (LivePage page = LivePage.open()) {
            assertAnswersOnlyByNamesOfThisMachine(URI.create(page.url()));
        }
    }

    @Test
    void shouldServePrometheusOnlyByNamesOfThisMachine() throws Exception {
        try (PrometheusPage page = PrometheusPage.open(":0")) {
            assertAnswersOnlyByNamesOfThisMachine(URI.create(page.url()));
        }
    }
}
