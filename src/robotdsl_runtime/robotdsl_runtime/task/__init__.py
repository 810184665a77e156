"""The task: a behavior tree of the language's nodes over one `Robot` port, its reader and its runner."""
