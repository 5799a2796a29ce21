rootProject.name = "risk-check"
