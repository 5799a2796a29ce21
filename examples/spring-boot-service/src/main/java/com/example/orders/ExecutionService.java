package com.example.orders;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.support.converter.RecordMessageConverter;
import org.springframework.kafka.support.converter.StringJacksonJsonMessageConverter;
import org.springframework.messaging.handler.annotation.SendTo;

/** Reads orders from one topic and answers each with an execution on another. It knows nothing of TwoHop. */
@SpringBootApplication
public class ExecutionService {
    public static void main(String[] arguments) {
        SpringApplication.run(ExecutionService.class, arguments);
    }

    @KafkaListener(topics = "orders")
    @SendTo("executions")
    public Execution execute(Order order) {
        return new Execution(order.orderId(), order.quantity(), order.price(), "FILLED");
    }

    @Bean
    RecordMessageConverter converter() {
        return new StringJacksonJsonMessageConverter();
    }
}
