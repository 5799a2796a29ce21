rootProject.name = "budget"
