"""HTTP/1.1 client: connections, response parser, decoder."""
