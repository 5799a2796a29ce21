package io.twohop.transport.kit;

import io.twohop.transport.FaultTarget;
import io.twohop.workload.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One of several nodes by what it does, such as lead: which one that is, is found out before each fault. */
public final class RoleTarget implements FaultTarget {
    /** The name of the one that leads what the generator sends. */
    private static final String LEADER = "leader";

    /** The name of the first that follows it. */
    private static final String FOLLOWER = "follower";

    private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long PAUSE_MILLIS = 100;

    private final boolean leads;
    private final List<ServerProcess> nodes;
    private final Leader leader;
    private FaultTarget chosen;

    /** Finds out who leads. */
    public interface Leader {
        /** Its place among the nodes, from 0 on; negative while nobody leads or answers. Bounded by itself. */
        int find() throws InterruptedException;
    }

    private RoleTarget(boolean leads, List<ServerProcess> nodes, Leader leader) {
        this.leads = leads;
        this.nodes = nodes;
        this.leader = leader;
    }

    /** The names of as many nodes, and of the roles among them; a list of the caller's own. */
    public static List<String> names(int count) {
        List<String> names = ServerProcess.names(count);
        names.add(LEADER);
        if (count > 1) {
            names.add(FOLLOWER);
        }
        return names;
    }

    /** As many nodes, and the roles among them. */
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
        chosen = nodes.get(leads ? found : found == 0 ? 1 : 0);
        chosen.prepare();
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
        return chosen == null ? name() : chosen.name();
    }

    @Override
    public void begin(Fault fault) throws IOException, InterruptedException {
        chosen.begin(fault);
    }

    @Override
    public void end(Fault fault) throws IOException, InterruptedException {
        chosen.end(fault);
    }
}
