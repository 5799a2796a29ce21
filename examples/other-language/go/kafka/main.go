// A service that answers orders over Kafka, with OpenTelemetry: the answer belongs to the order's trace.
package main

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"example.com/execution-service/execution"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/plugin/kotel"
	"go.opentelemetry.io/otel/propagation"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	// Spans go nowhere until a tracer provider with an exporter is set; trace ids pass all the same.
	tracer := kotel.NewTracer(kotel.TracerPropagator(propagation.TraceContext{}))
	client, err := kgo.NewClient(
		kgo.SeedBrokers(strings.Split(cmp.Or(os.Getenv("KAFKA"), "127.0.0.1:9092"), ",")...),
		kgo.ConsumerGroup("execution-service"),
		kgo.ConsumeTopics("orders"),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtEnd()),
		kgo.DefaultProduceTopic("executions"),
		kgo.ProducerLinger(0),
		kgo.WithHooks(kotel.NewKotel(kotel.WithTracer(tracer)).Hooks()...),
		kgo.OnPartitionsAssigned(func(_ context.Context, _ *kgo.Client, assigned map[string][]int32) {
			fmt.Println("assigned", assigned)
		}),
	)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()

	for ctx.Err() == nil {
		fetches := client.PollFetches(ctx)
		fetches.EachError(func(topic string, partition int32, err error) {
			if ctx.Err() == nil {
				log.Print(topic, partition, err)
			}
		})
		fetches.EachRecord(func(order *kgo.Record) {
			answer, err := execution.Of(order.Value)
			if err != nil {
				log.Print(err)
				return
			}
			client.Produce(order.Context, &kgo.Record{Key: order.Key, Value: answer}, func(_ *kgo.Record, err error) {
				if err != nil {
					log.Print(err)
				}
			})
		})
	}
}
