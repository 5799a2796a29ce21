package io.twohop.agents;

import io.twohop.engine.PrivateDirectory;
import io.twohop.machine.ThisProcess;
import io.twohop.sandbox.OwnSession;
import io.twohop.transport.SharedServer;
import io.twohop.transport.kit.ProcessGuard;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A control server and agents on this machine, for one call of the bench, which they do not outlive. */
public final class LocalAgents implements AutoCloseable {
    /** Time for an agent whose call was killed to delete what its part made. */
    private static final Duration ORPHAN_LIMIT = Duration.ofSeconds(60);

    private static final long END_LIMIT_SECONDS = 5;

    private final PrivateDirectory directory = new PrivateDirectory();
    private final List<Process> agents = new ArrayList<>();
    private LocalControl server;

    /**
     * Starts the control server and the agents, which are then claimed like any others.
     *
     * @param mainClass main class of the command, which has the subcommand {@code agent}
     * @param more further options of {@code agent}
     */
    public LocalAgents(AgentsWanted wanted, String mainClass, List<String> more)
            throws IOException, InterruptedException {
        try {
            server = new LocalControl(Files.createDirectories(directory.path().resolve("control")));
            for (AgentRole role : AgentRole.values()) {
                for (int i = 1; i <= wanted.count(role); i++) {
                    agents.add(start(role, i, mainClass, more));
                }
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private Process start(AgentRole role, int number, String mainClass, List<String> more)
            throws IOException, InterruptedException {
        String name = role.key() + "-" + number;
        // A terminal's signal must reach the call only: the call ends the agents once it has their results.
        List<String> command = new ArrayList<>(OwnSession.command());
        command.add(ThisProcess.java());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                mainClass,
                "agent",
                "--nats",
                server.forAgents().url(),
                "--nkey",
                server.forAgents().nkey().orElseThrow().toString(),
                "--server-name",
                server.forAgents().serverName().orElseThrow(),
                "--roles",
                role.key(),
                "--name",
                name,
                "--directory",
                directory.path().resolve(name).toString(),
                "--listen",
                SharedServer.LOOPBACK,
                // Only this user's call can ask these agents for anything.
                "--allow",
                "all",
                "--with-parent"));
        command.addAll(more);
        Process agent = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.path().resolve(name + ".log").toFile())
                .start();
        return ProcessGuard.over(agent, ORPHAN_LIMIT);
    }

    /** Returns the options for connecting to the control server. */
    public ControlOptions options() {
        return server.forBench();
    }

    @Override
    public void close() {
        try {
            for (Process agent : agents) {
                // An agent ends when its standard input ends.
                agent.getOutputStream().close();
            }
            for (Process agent : agents) {
                agent.waitFor(END_LIMIT_SECONDS, TimeUnit.SECONDS);
            }
        } catch (IOException e) {
            // The agent has ended.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        agents.forEach(Process::destroyForcibly);
        if (server != null) {
            server.close();
        }
        directory.close();
    }
}
