rootProject.name = "spring-boot-service"
