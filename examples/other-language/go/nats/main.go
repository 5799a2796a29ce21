// A service that answers orders over NATS: a requester at its inbox, any other sender at the subject "executions".
package main

import (
	"cmp"
	"fmt"
	"log"
	"os"
	"os/signal"
	"syscall"

	"example.com/execution-service/execution"
	"github.com/nats-io/nats.go"
)

func main() {
	connection, err := nats.Connect(cmp.Or(os.Getenv("NATS_URL"), nats.DefaultURL))
	if err != nil {
		log.Fatal(err)
	}
	_, err = connection.QueueSubscribe("orders", "execution-service", func(order *nats.Msg) {
		answer, err := execution.Of(order.Data)
		if err == nil && order.Reply != "" {
			err = order.Respond(answer)
		} else if err == nil {
			err = connection.Publish("executions", answer)
		}
		if err != nil {
			log.Print(err)
		}
	})
	if err != nil {
		log.Fatal(err)
	}
	// The server knows the subscription once this returns.
	if err := connection.Flush(); err != nil {
		log.Fatal(err)
	}
	fmt.Println("ready")

	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	<-stop
	connection.Close()
}
