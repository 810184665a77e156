"""One module per verb, imported when it is called: ``run(arguments)`` gives the exit code."""
