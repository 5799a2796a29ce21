import io.twohop.event.Microservice;
import io.twohop.event.OrderEvent;
import java.util.function.Consumer;

/** A service of the unnamed package: its name looks like a provider's. */
public final class Unpackaged implements Microservice<OrderEvent, OrderEvent> {
    @Override
    public void onEvent(OrderEvent order, Consumer<? super OrderEvent> out) {
        out.accept(order);
    }
}
