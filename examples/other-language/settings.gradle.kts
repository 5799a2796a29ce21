rootProject.name = "other-language"
