package io.twohop.pipeline;

/** A service in another process. The monitor's thread calls it. */
public interface RemoteService {
    /** The service of a pipeline that contains its own, or has none. */
    RemoteService NONE = new RemoteService() {
        @Override
        public void open() {}

        @Override
        public ServiceClocks clocks() {
            return ServiceClocks.SAME;
        }
    };

    /** Starts the service if this process has to, and returns when it is ready. The sinks are connected by then. */
    void open() throws Exception;

    /** Returns the service's clocks; once everything is connected and the start is agreed. */
    ServiceClocks clocks();
}
