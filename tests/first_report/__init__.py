"""Small webs with truth labels, for the first report of a new user."""
