"""Lists of addresses: feeds, sitemaps, OPML, bookmarks, backups of changedetection.io."""
