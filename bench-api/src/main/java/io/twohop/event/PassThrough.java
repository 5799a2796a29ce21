package io.twohop.event;

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

    @Override
    public Microservice<?, ?> service() {
        return (event, out) -> out.accept(event);
    }
}
