package io.twohop.engine;

import io.twohop.event.Microservice;
import io.twohop.event.ServiceProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Services that answer each event with itself, but once do what delays messages. */
public final class Disturbances {
    /** Length of the delays. */
    public static final long DELAY_MILLIS = 1_000;

    /** At 1,000 a second with a second of warm-up: half a second into measuring. */
    private static final int AT_EVENT = 1_500;

    private Disturbances() {}

    private static Microservice<?, ?> once(Runnable disturbance) {
        return new Microservice<Object, Object>() {
            private int events;

            @Override
            public void onEvent(Object event, java.util.function.Consumer<? super Object> out) {
                if (++events == AT_EVENT) {
                    disturbance.run();
                }
                out.accept(event);
            }
        };
    }

    /** Has the heap collected, with so much in it that it takes a while. */
    public static final class Collects implements ServiceProvider {
        @Override
        public String name() {
            return "collects";
        }

        @Override
        public String description() {
            return "for tests";
        }

        @Override
        public Microservice<?, ?> service() {
            List<Object> kept = new ArrayList<>();
            for (int i = 0; i < 3_000_000; i++) {
                kept.add(new Object[] {i});
            }
            // Otherwise a second move would delay the run as well.
            System.gc();
            return once(() -> {
                System.gc();
                kept.add(this);
            });
        }
    }

    /** Takes its time. */
    public static final class Dawdles implements ServiceProvider {
        @Override
        public String name() {
            return "dawdles";
        }

        @Override
        public String description() {
            return "for tests";
        }

        @Override
        public Microservice<?, ?> service() {
            return once(() -> {
                try {
                    Thread.sleep(DELAY_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    /** Has another process stop and continue its whole process. It starts that itself, so that the stop falls into the window. */
    public static final class Stops implements ServiceProvider {
        @Override
        public String name() {
            return "stops";
        }

        @Override
        public String description() {
            return "for tests";
        }

        @Override
        public Microservice<?, ?> service() {
            String process = Long.toString(ProcessHandle.current().pid());
            String seconds = Double.toString(DELAY_MILLIS / 1_000.0);
            // Started before, since on a busy machine that alone can hold up a message for longer than the stop.
            String stops = "read go && { kill -STOP $0; sleep $1; kill -CONT $0; }";
            OutputStream go;
            try {
                go = new ProcessBuilder("sh", "-c", stops, process, seconds)
                        .start()
                        .getOutputStream();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return once(() -> {
                try {
                    go.write('\n');
                    go.flush();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
