"""What does watchd do? Shown in under a minute, without internet: `make demo`.

A dozen small sites on loopback, a search engine that is out of date, a mailbox, and the real daemon. story.py tells it.
"""
