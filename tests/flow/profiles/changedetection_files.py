"""Backups of changedetection.io, as its versions write them."""

import io
import json
import zipfile
from typing import Any

PAUSE = {"weeks": None, "days": None, "hours": None, "minutes": None, "seconds": None}
NEWS = {
    "uuid": "w-1", "url": "https://example.org/news", "title": "News of Example", "tags": ["t-1"], "paused": False,
    "time_between_check": {**PAUSE, "minutes": 30}, "time_between_check_use_default": False,
    "include_filters": ["#main"], "notification_urls": ["mailto://user:secret@example.org"], "fetch_backend": "system",
}  # fmt: skip
PRICES: dict[str, Any] = {
    "uuid": "w-2", "url": "https://shop.example.org/a", "title": None, "page_title": "Prices", "tags": [], "paused": True,
    "time_between_check": PAUSE, "time_between_check_use_default": True, "fetch_backend": "html_webdriver",
}  # fmt: skip
SOURCE = {"uuid": "w-3", "url": "source:file:///etc/passwd", "title": "Tricky"}
DAY = {"enabled": True, "start_time": "00:00", "duration": {"hours": "24", "minutes": "00"}}
# A watch with its initial settings, as the program writes it.
UNTOUCHED: dict[str, Any] = {
    "uuid": "w-4", "url": "https://example.org/plain", "title": None, "page_title": "Plain", "tag": "", "tags": [],
    "paused": False, "processor": "text_json_diff", "method": "GET", "body": None, "headers": {}, "proxy": None,
    "fetch_backend": "system", "browser_steps": [], "webdriver_delay": None, "webdriver_js_execute_code": None,
    "include_filters": [], "subtractive_selectors": [""], "ignore_text": [], "trigger_text": [], "extract_text": [],
    "text_should_not_be_present": [], "conditions": [{"operator": None, "field": "", "value": ""}],
    "conditions_match_logic": "ALL", "check_unique_lines": False, "filter_text_added": True,
    "filter_text_removed": True, "filter_text_replaced": True, "ignore_status_codes": None, "in_stock_only": True,
    "follow_price_changes": True, "notification_urls": [], "notification_title": None, "notification_body": None,
    "notification_format": "System default", "notification_muted": False, "time_between_check": PAUSE,
    "time_between_check_use_default": True, "history_n": 3, "last_checked": 1700000000, "previous_md5": "0" * 32,
    "time_schedule_limit": {"enabled": False, "monday": DAY, "tuesday": DAY},
}  # fmt: skip
SETTINGS: dict[str, Any] = {
    "requests": {"time_between_check": {**PAUSE, "hours": 12}},
    "application": {"tags": {"t-1": {"uuid": "t-1", "title": "Competitors"}}, "password": "s3cret-hash"},
}


def one_file(*watches: dict[str, Any], settings: dict[str, Any] = SETTINGS) -> bytes:
    """Return the form up to 2025: everything in url-watches.json."""
    return json.dumps({"watching": {w["uuid"]: w for w in watches}, "settings": settings}).encode()


def zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def folders(*watches: dict[str, Any], settings: dict[str, Any] = SETTINGS) -> bytes:
    """Return the current form: a folder for each watch and each tag, with its snapshots."""
    general = {**settings, "application": {**settings["application"], "tags": None}}
    members = {
        "changedetection.json": json.dumps({"settings": general, "app_guid": "x"}).encode(),
        "url-list.txt": b"https://example.org/news\r\n",
    }
    for uuid, tag in settings["application"]["tags"].items():
        members[f"{uuid}/tag.json"] = json.dumps(tag).encode()
    for watch in watches:
        members[f"{watch['uuid']}/watch.json"] = json.dumps(watch).encode()
        members[f"{watch['uuid']}/history.txt"] = b"1700000000,a.txt.br\n"
    return zipped(members)
