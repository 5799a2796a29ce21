plugins {
    java
}

group = "com.example"
version = "1"

repositories {
    mavenLocal()
    mavenCentral()
}

tasks.withType<JavaCompile> {
    options.release = 17
}

dependencies {
    testImplementation("io.twohop:bench-starter-kafka:0.1.0-SNAPSHOT")
    testImplementation("io.twohop:bench-starter-nats:0.1.0-SNAPSHOT")
    testImplementation("org.junit.jupiter:junit-jupiter:6.1.3")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

tasks.test {
    useJUnitPlatform()
}
