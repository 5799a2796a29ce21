package io.twohop.pipeline;

/** The service in another process. Called by the monitor's thread. */
public interface RemoteService {
    /** Starts it where this process does that. The sinks are there; returns when it is ready. */
    void open() throws Exception;

    /** Asked once everything is connected and the start is agreed. */
    ServiceClocks clocks();
}
