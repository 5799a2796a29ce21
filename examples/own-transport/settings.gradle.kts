rootProject.name = "own-transport"
