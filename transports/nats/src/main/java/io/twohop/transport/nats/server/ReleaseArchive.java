package io.twohop.transport.nats.server;

import io.twohop.programs.Archives;
import io.twohop.programs.Platform;
import io.twohop.programs.ProgramSource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The archive of the project's release, checked by the release's checksums. */
final class ReleaseArchive implements ProgramSource {
    private static final String RELEASES =
            "https://github.com/nats-io/nats-server/releases/download/v" + NatsServer.VERSION + "/";
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
    private static final Duration TRANSFER_LIMIT = Duration.ofSeconds(120);

    private static String archive() {
        return "nats-server-v" + NatsServer.VERSION + "-" + Platform.name() + ".zip";
    }

    @Override
    public String name() {
        return "the release archive " + RELEASES + archive();
    }

    @Override
    public void fetch(Path into, Path work, String fileName) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder()
                .connectTimeout(CONNECT_LIMIT)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        Path archive = Files.write(work.resolve("archive.zip"), get(client, archive()));
        String sums = new String(get(client, "SHA256SUMS"), StandardCharsets.UTF_8);
        String sum = Archives.sha256(archive);
        if (sums.lines().noneMatch(line -> line.startsWith(sum) && line.endsWith(archive()))) {
            throw new IOException("its checksum is not the release's");
        }
        Archives.unzip(archive, fileName, into.resolve(fileName));
    }

    private static byte[] get(HttpClient client, String name) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(RELEASES + name))
                .timeout(TRANSFER_LIMIT)
                .build();
        HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IOException("answered " + response.statusCode());
        }
        return response.body();
    }
}
