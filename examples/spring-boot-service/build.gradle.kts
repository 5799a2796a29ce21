plugins {
    java
    id("org.springframework.boot") version "4.1.2"
    id("io.spring.dependency-management") version "1.1.7"
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
    implementation("org.springframework.boot:spring-boot-starter-kafka")
    implementation("org.springframework.boot:spring-boot-starter-jackson")
    testImplementation("org.springframework.boot:spring-boot-starter-test")
    testImplementation("io.twohop:bench-starter-kafka:0.1.0-SNAPSHOT")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

configurations.testRuntimeClasspath {
    // SLF4J warns of a second provider beside Spring Boot's.
    exclude("org.apache.logging.log4j", "log4j-slf4j2-impl")
}

tasks.test {
    useJUnitPlatform()
}
