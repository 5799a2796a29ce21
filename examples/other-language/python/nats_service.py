"""A service that answers orders over NATS: a requester at its inbox, any other sender at the subject "executions"."""

import asyncio
import os
import signal

import execution
import nats


async def main():
    connection = await nats.connect(os.environ.get("NATS_URL", "nats://127.0.0.1:4222"))

    async def answer(order):
        if order.reply:
            await order.respond(execution.of(order.data))
        else:
            await connection.publish("executions", execution.of(order.data))

    await connection.subscribe("orders", queue="execution-service", cb=answer)
    # The server knows the subscription once this returns.
    await connection.flush()
    print("ready", flush=True)

    stop = asyncio.Event()
    for number in signal.SIGINT, signal.SIGTERM:
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await stop.wait()
    await connection.close()


asyncio.run(main())
