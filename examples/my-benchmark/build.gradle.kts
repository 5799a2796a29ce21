plugins {
    java
}

group = "com.example.orders"
version = "1"

repositories {
    mavenLocal()
    mavenCentral()
}

tasks.withType<JavaCompile> {
    options.release = 17
}

dependencies {
    // Tests alone need it: what runs in production knows nothing of the benchmark.
    testImplementation("io.twohop:bench-starter-chronicle:0.1.0-SNAPSHOT")
    testImplementation("org.junit.jupiter:junit-jupiter:5.14.4")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

tasks.test {
    useJUnitPlatform()
    testLogging.showStandardStreams = true
}
