package io.twohop.system.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A {@link MisbehavingService} in a JVM of its own. */
public final class ServiceJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;

    /**
     * Starts a service, and returns once it is ready.
     *
     * @param flags of the JVM
     * @param arguments those of {@link MisbehavingService#main}
     */
    public ServiceJvm(List<String> flags, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MisbehavingService.class.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        while (line != null && !line.equals("ready")) {
            line = out.readLine();
        }
        if (line == null) {
            throw new IOException("the service ended before it was ready");
        }
    }

    /** Ends the service, and returns its {@link Counts}. */
    public JsonNode end() throws IOException {
        process.getOutputStream().close();
        String last = "";
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            last = line;
        }
        return new ObjectMapper().readTree(last);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
