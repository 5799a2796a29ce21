"""A service that answers orders over Kafka."""

import os
import signal
import sys

import execution
from confluent_kafka import Consumer, Producer

servers = os.environ.get("KAFKA", "127.0.0.1:9092")
consumer = Consumer({"bootstrap.servers": servers, "group.id": "execution-service", "auto.offset.reset": "latest"})
producer = Producer({"bootstrap.servers": servers, "linger.ms": 0})
signal.signal(signal.SIGTERM, lambda *_: sys.exit())


def failed(error, _):
    if error:
        print(error, file=sys.stderr)


try:
    consumer.subscribe(["orders"], on_assign=lambda _, partitions: print("assigned", partitions, flush=True))
    while True:
        order = consumer.poll(0.1)
        if order is not None and order.error():
            failed(order.error(), order)
        elif order is not None:
            producer.produce("executions", execution.of(order.value()), order.key(), on_delivery=failed)
        producer.poll(0)
finally:
    producer.flush()
    consumer.close()
