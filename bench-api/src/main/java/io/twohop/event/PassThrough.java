package io.twohop.event;

import java.util.function.Consumer;

/** The default service, {@code pass-through}: answers each event with itself. */
public final class PassThrough implements ServiceProvider {
    @Override
    public String name() {
        return "pass-through";
    }

    @Override
    public String description() {
        return "answers each event with itself";
    }

    /** Returns a service of any event. */
    public static <E> Microservice<E, E> of() {
        return new Answers<>();
    }

    /** Returns whether a service is this one, whose work takes no time. */
    public static boolean is(Microservice<?, ?> service) {
        return service instanceof Answers;
    }

    @Override
    public Microservice<?, ?> service() {
        return of();
    }

    private static final class Answers<E> implements Microservice<E, E> {
        @Override
        public void onEvent(E event, Consumer<? super E> out) {
            out.accept(event);
        }
    }
}
