import io.twohop.event.Microservice;
import io.twohop.event.OrderEvent;
import java.util.function.Consumer;

/** A service of the unnamed package, as the first class of a new project often is. */
public final class Unpackaged implements Microservice<OrderEvent, OrderEvent> {
    @Override
    public void onEvent(OrderEvent order, Consumer<? super OrderEvent> out) {
        out.accept(order);
    }
}
