package com.example.orders;

import java.math.BigDecimal;
import java.time.Instant;

public record Order(long orderId, Instant sentAt, String customerId, int quantity, BigDecimal price) {}
