"""How the web's tests run: properties have no deadline, since machines that build are often busy."""

import hypothesis

hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")
