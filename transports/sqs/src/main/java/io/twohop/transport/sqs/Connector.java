package io.twohop.transport.sqs;

import io.twohop.config.Secrets;
import io.twohop.transport.TransportException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.core.retry.RetryUtils;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.apache5.ProxyConfiguration;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sts.StsClient;

/** Opens clients of one endpoint, with the credentials that the SDK finds. They send nothing again by themselves. */
final class Connector implements AutoCloseable {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    private static final int SERVER_ERROR = 500;

    private final SqsConfig.Place place;
    private final Region region;
    private final DefaultCredentialsProvider chain =
            DefaultCredentialsProvider.builder().build();
    private final AtomicReference<AwsCredentials> known = new AtomicReference<>();

    /** @throws TransportException if the SDK finds no credentials */
    Connector(SqsConfig.Place place) {
        this.place = place;
        this.region = Region.of(place.region());
        try {
            resolve();
        } catch (SdkClientException e) {
            chain.close();
            // The chain's own words name each of its members.
            String reason = e.getMessage().startsWith("Unable to load credentials from any")
                    ? "the SDK's chain found none"
                    : e.getMessage();
            throw new TransportException(
                    "no credentials for SQS: " + reason
                            + "; log in as for the aws command, or set AWS_PROFILE, or AWS_ACCESS_KEY_ID and"
                            + " AWS_SECRET_ACCESS_KEY",
                    e);
        }
    }

    /** Finds the credentials, which may change during a run, and hides them in everything that this process writes. */
    private AwsCredentials resolve() {
        AwsCredentials credentials = chain.resolveCredentials();
        if (known.getAndSet(credentials) != credentials) {
            Secrets.hide(credentials.accessKeyId());
            Secrets.hide(credentials.secretAccessKey());
            if (credentials instanceof AwsSessionCredentials session) {
                Secrets.hide(session.sessionToken());
            }
        }
        return credentials;
    }

    /**
     * Opens a client.
     *
     * @param connections most requests in flight
     * @param answerLimit longest wait for an answer
     */
    SqsClient client(int connections, Duration answerLimit) {
        AwsCredentialsProvider credentials = this::resolve;
        return SqsClient.builder()
                .region(region)
                .endpointOverride(endpoint(
                        Optional.ofNullable(place.endpoint()),
                        SqsClient.serviceMetadata().endpointFor(region)))
                .credentialsProvider(credentials)
                .httpClientBuilder(http(connections, answerLimit))
                .overrideConfiguration(options -> options.retryStrategy(AwsRetryStrategy.doNotRetry()))
                .build();
    }

    /** Returns the endpoint that the file names, and never one that the environment or a profile of the SDK names. */
    private static URI endpoint(Optional<String> given, URI ofRegion) {
        return given.map(URI::create)
                .orElseGet(() -> ofRegion.getScheme() == null ? URI.create("https://" + ofRegion) : ofRegion);
    }

    private static Apache5HttpClient.Builder http(int connections, Duration answerLimit) {
        return Apache5HttpClient.builder()
                .maxConnections(connections)
                .connectionTimeout(CONNECT_LIMIT)
                .connectionAcquisitionTimeout(CONNECT_LIMIT)
                .socketTimeout(answerLimit)
                .tcpKeepAlive(true)
                .proxyConfiguration(ProxyConfiguration.builder()
                        .useEnvironmentVariableValues(false)
                        .build());
    }

    /**
     * Returns a name of the account and region, without secrets. Only Amazon tells accounts apart; elsewhere the endpoint stands for one.
     */
    String name() {
        if (!place.isAmazon()) {
            URI uri = URI.create(place.endpoint());
            return uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort()) + " " + region;
        }
        return resolve().accountId().orElseGet(this::account) + " " + region;
    }

    private String account() {
        AwsCredentialsProvider credentials = this::resolve;
        try (StsClient sts = StsClient.builder()
                .region(region)
                .endpointOverride(
                        endpoint(Optional.empty(), StsClient.serviceMetadata().endpointFor(region)))
                .credentialsProvider(credentials)
                .httpClientBuilder(http(1, CONNECT_LIMIT))
                .overrideConfiguration(options -> options.retryStrategy(AwsRetryStrategy.doNotRetry()))
                .build()) {
            return sts.getCallerIdentity().account();
        } catch (SdkException e) {
            throw new TransportException(
                    "the account of these credentials is unknown: " + words(e)
                            + "; log in again, or set AWS_ACCOUNT_ID where STS cannot be reached",
                    e);
        }
    }

    /** Returns why a request failed, in the words of the service or the client. */
    static String words(SdkException failure) {
        if (failure instanceof AwsServiceException service && service.awsErrorDetails() != null) {
            return service.awsErrorDetails().errorCode() + ": "
                    + service.awsErrorDetails().errorMessage();
        }
        return failure.getMessage();
    }

    static boolean isThrottled(SdkException failure) {
        return RetryUtils.isThrottlingException(failure);
    }

    /** Whether the same request may succeed later. */
    static boolean mayPass(SdkException failure) {
        return failure instanceof SdkServiceException service
                ? service.statusCode() >= SERVER_ERROR
                : failure instanceof RetryableException || failure.getCause() instanceof java.io.IOException;
    }

    @Override
    public void close() {
        chain.close();
    }
}
