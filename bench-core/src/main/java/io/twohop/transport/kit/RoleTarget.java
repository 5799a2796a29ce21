package io.twohop.transport.kit;

import io.twohop.transport.FaultTarget;
import io.twohop.workload.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A node in a role, such as the leader; the node is found before each fault. */
public final class RoleTarget implements FaultTarget {
    /** Name of the node that leads the generator's messages. */
    private static final String LEADER = "leader";

    /** Name of the first node that follows it. */
    private static final String FOLLOWER = "follower";

    private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long PAUSE_MILLIS = 100;

    private final boolean leads;
    private final List<ServerProcess> nodes;
    private final Leader leader;
    private Optional<FaultTarget> chosen = Optional.empty();

    /** Finds the leader. */
    public interface Leader {
        /** Returns the leader's place among the nodes, from 0; negative while unknown. Bounded by itself. */
        int find() throws InterruptedException;
    }

    private RoleTarget(boolean leads, List<ServerProcess> nodes, Leader leader) {
        this.leads = leads;
        this.nodes = nodes;
        this.leader = leader;
    }

    /** Returns the names of nodes and roles; the list is the caller's. */
    public static List<String> names(int count) {
        List<String> names = ServerProcess.names(count);
        names.add(LEADER);
        if (count > 1) {
            names.add(FOLLOWER);
        }
        return names;
    }

    /** Returns nodes and roles as targets. */
    public static List<FaultTarget> all(List<ServerProcess> nodes, Leader leader) {
        List<FaultTarget> all = new ArrayList<>(nodes);
        all.add(new RoleTarget(true, nodes, leader));
        if (nodes.size() > 1) {
            all.add(new RoleTarget(false, nodes, leader));
        }
        return all;
    }

    @Override
    public String name() {
        return leads ? LEADER : FOLLOWER;
    }

    @Override
    public void prepare() throws IOException, InterruptedException {
        int found = nodes.size() == 1 ? 0 : found();
        FaultTarget next = nodes.get(leads ? found : found == 0 ? 1 : 0);
        chosen = Optional.of(next);
        next.prepare();
    }

    private int found() throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        for (int found = leader.find(); System.nanoTime() - startNanos < ASK_NANOS; found = leader.find()) {
            if (found >= 0) {
                return found;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        throw new IOException("nobody leads");
    }

    @Override
    public String part() {
        return chosen.map(FaultTarget::name).orElse(name());
    }

    @Override
    public void begin(Fault fault) throws IOException, InterruptedException {
        chosen.orElseThrow().begin(fault);
    }

    @Override
    public void end(Fault fault) throws IOException, InterruptedException {
        chosen.orElseThrow().end(fault);
    }
}
