/** Amazon SQS: standard and FIFO queues. */
package io.twohop.transport.sqs;
