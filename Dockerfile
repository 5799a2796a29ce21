# The command with a Java runtime and a nats-server: docs/container.md has the flags that a measurement needs.
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /src
COPY . .
RUN mvn -B -ntp -P release package -DskipTests \
    && mkdir /twohop \
    && tar -xzf bench-cli/target/twohop-*.tar.gz -C /twohop --strip-components=1

# The version that the project fetches where there is none; SECURITY.md says how to pin images.
FROM nats:2.15.2 AS nats

FROM eclipse-temurin:17-jre
COPY --from=build /twohop /opt/twohop
COPY --from=nats /nats-server /usr/local/bin/nats-server
RUN useradd --uid 10001 --create-home bench \
    && install -d -o bench /bench
ENV PATH=/opt/twohop/bin:$PATH
USER 10001
WORKDIR /bench
# It ends a run and keeps what was measured.
STOPSIGNAL SIGTERM
ENTRYPOINT ["bench"]
CMD ["--help"]
