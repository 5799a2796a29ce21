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
    implementation(platform("io.twohop:bench-bom:0.1.0-SNAPSHOT"))
    implementation("io.twohop:bench-api")
    testImplementation("io.twohop:bench-junit")
    testImplementation("org.junit.jupiter:junit-jupiter:6.1.3")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

tasks.test {
    useJUnitPlatform()
}
