package io.twohop.engine.protocol;

import io.twohop.config.Texts;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/** The child's side of a {@link ChildJvm}: reads the plan and messages from the parent, and writes messages to it. Any thread. */
public final class ParentLink implements Relay {
    private final OutputStream out;
    private final BufferedReader in;
    private final RunPlan plan;

    /** @param out receives the messages, one a line */
    public ParentLink(OutputStream out, BufferedReader in, RunPlan plan) {
        this.out = out;
        this.in = in;
        this.plan = plan;
    }

    /** Reads the plan. From then on whatever libraries print goes to the log, not between the messages. */
    public static ParentLink open() throws IOException {
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        ErrorOutput.install();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String plan = Optional.ofNullable(in.readLine())
                .orElseThrow(() -> new EOFException("the parent ended before it had written a plan"));
        return new ParentLink(out, in, Protocol.JSON.readValue(plan, RunPlan.class));
    }

    public RunPlan plan() {
        return plan;
    }

    /**
     * Passes on the parent's messages, on a thread of their own, and ends this JVM when the parent has died.
     *
     * @param orphaned cleans up before the end; the thread keeps the JVM alive meanwhile
     */
    public void listen(Consumer<ParentMessage> messages, Runnable orphaned) {
        new Thread(
                        () -> {
                            readAll(messages);
                            orphaned.run();
                            Runtime.getRuntime().halt(1);
                        },
                        "parent-watcher")
                .start();
    }

    private void readAll(Consumer<ParentMessage> messages) {
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Protocol.read(line, ParentMessage.class).ifPresent(messages);
            }
        } catch (IOException e) {
            // The parent is gone.
        }
    }

    /** Writes a message, whole and at once; a parent that has died does not receive it. */
    @Override
    public synchronized void say(ChildMessage message) {
        try {
            out.write((Protocol.line(message) + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            // The parent is gone, which ends this JVM.
        }
    }

    /** Reports why nothing can be measured or served. */
    public void refuse(Throwable reason) {
        onRefused(Texts.of(reason));
    }
}
