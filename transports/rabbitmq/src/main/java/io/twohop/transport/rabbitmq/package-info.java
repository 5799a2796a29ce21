/** RabbitMQ: queues with publisher confirms, over AMQP 0-9-1. */
package io.twohop.transport.rabbitmq;
