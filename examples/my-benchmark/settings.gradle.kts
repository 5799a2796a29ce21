rootProject.name = "my-benchmark"
