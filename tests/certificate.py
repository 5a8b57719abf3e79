"""Certificate for 127.0.0.1, for daemons that use TLS themselves."""

import ssl
from pathlib import Path

import trustme


def certified(folder: Path) -> tuple[dict[str, str], ssl.SSLContext]:
    """Return settings of a daemon that uses the certificate, and a TLS context that trusts it."""
    authority = trustme.CA()
    certificate = authority.issue_cert("127.0.0.1")
    certificate.private_key_pem.write_to_path(folder / "key.pem")
    certificate.cert_chain_pems[0].write_to_path(folder / "cert.pem")
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    environ = {
        "WATCHD_SERVER__TLS_CERT": str(folder / "cert.pem"),
        "WATCHD_SERVER__TLS_KEY": str(folder / "key.pem"),
    }
    return environ, trusting
