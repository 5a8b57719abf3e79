"""Demo of watchd in under a minute, without internet: `make demo`.

It uses a dozen small sites on loopback, an outdated search engine, a mailbox, and the real daemon. story.py has the order.
"""
