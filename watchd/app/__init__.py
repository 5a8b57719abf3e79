"""Process around the parts: settings, wiring, server, scheduler, watchdog."""
