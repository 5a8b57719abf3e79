"""Settings of the web tests: property tests have no deadline, because build machines are often busy."""

import hypothesis

hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")
