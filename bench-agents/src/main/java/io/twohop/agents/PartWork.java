package io.twohop.agents;

import io.twohop.agents.Beat.Phase;
import io.twohop.config.Texts;
import io.twohop.engine.protocol.ParentMessage;
import io.twohop.engine.protocol.Protocol;
import io.twohop.fault.Injection;
import java.nio.file.Path;
import java.util.List;

/** An agent's part of a fork, on a thread of its own; its results go into the control server's store at the end. */
abstract class PartWork {
    /** Makes the work of an agent's part. */
    interface Maker {
        PartWork of(String call, PartPlan plan, String listen, Path logs, Control control, Runnable changed);
    }

    private final String call;
    private final PartPlan plan;
    private final Path logs;
    private final Control control;
    private final Runnable changed;
    private final Thread thread = new Thread(this::work, "part");
    private volatile Phase phase = Phase.CONNECTING;
    private volatile String detail;
    private volatile String address;
    private volatile double atSeconds;
    private volatile long sent;
    private volatile long completed;
    private volatile boolean abandoned;

    /**
     * @param logs directory of the results and logs
     * @param changed called when the phase has changed
     */
    PartWork(String call, PartPlan plan, Path logs, Control control, Runnable changed) {
        this.call = call;
        this.plan = plan;
        this.logs = logs;
        this.control = control;
        this.changed = changed;
    }

    static PartWork of(String call, PartPlan plan, String listen, Path logs, Control control, Runnable changed) {
        return switch (plan.seat().role()) {
            case LOAD -> new LoadWork(call, plan, logs, control, changed);
            case SERVICE -> new ServiceWork(call, plan, logs, control, changed);
            case SERVER -> new ServerWork(call, plan, listen, logs, control, changed);
        };
    }

    final void begin() {
        thread.start();
    }

    private void work() {
        try {
            if (!plan.controlIsBroker()) {
                SameServer.refuse(plan.transport(), control);
            }
            PartReport report = measure();
            Protocol.JSON.writeValue(logs.resolve(PartReport.FILE).toFile(), report);
            if (!abandoned) {
                new PartFiles(control, call, plan.seat().attempt(), plan.seat().agent()).store(logs);
            }
            to(Phase.ENDED, report.diagnosis());
        } catch (InterruptedException e) {
            to(Phase.FAILED, "interrupted");
        } catch (Exception | Error e) {
            e.printStackTrace();
            to(Phase.FAILED, Texts.of(e));
        }
    }

    /** Does the part, and returns once nothing of it runs any more. */
    abstract PartReport measure() throws Exception;

    /** Receives a message of the coordinator, which may send it more than once. */
    abstract void tell(ParentMessage message);

    /** Returns the faults done to this part so far, in nanoseconds since measuring began. */
    List<Injection> faults() {
        return List.of();
    }

    /** Ends the part at once, from another thread. */
    abstract void abort();

    /** Ends the part of a call that will not fetch its results. */
    final void abandon() {
        abandoned = true;
        abort();
    }

    final PartPlan plan() {
        return plan;
    }

    final Path logs() {
        return logs;
    }

    final void to(Phase next) {
        to(next, detail);
    }

    private void to(Phase next, String why) {
        // A sign of life beyond the control server's limit would not be sent.
        detail = why == null ? null : AgentInfo.printable(why);
        phase = next;
        changed();
    }

    final void changed() {
        changed.run();
    }

    final void connectedAt(String server) {
        address = server;
        to(Phase.CONNECTED);
    }

    final void second(double atItsEnd, long itsSent, long itsCompleted) {
        atSeconds = atItsEnd;
        sent = itsSent;
        completed = itsCompleted;
    }

    final boolean hasEnded() {
        return phase.isOver();
    }

    final Beat beat(String agent) {
        return new Beat(agent, plan.seat().attempt(), phase, detail, address, atSeconds, sent, completed, faults());
    }
}
