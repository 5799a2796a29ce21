package io.twohop.run;

import io.twohop.event.Microservice;
import io.twohop.event.ServiceProvider;
import java.util.ArrayList;
import java.util.List;

/** Services that answer each event with itself, but once do what delays messages. */
public final class Disturbances {
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
            // Else it would be moved once more, and the run held up by that too.
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
                    Thread.sleep(ExplanationTest.DELAY_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }
}
