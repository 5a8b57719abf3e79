"""The schemes of Apprise, each looked at once: does it reach people elsewhere, or does it act on this machine?

A scheme that a newer Apprise brings is refused until somebody has looked at it and put it here; a test says which.
"""

REFUSED = {
    "blink1": "a lamp on a USB port",
    "dbus": "a desktop session",
    "fcm": "it reads a key file",
    "gio": "a desktop session",
    "glib": "a desktop session",
    "gnome": "a desktop session",
    "growl": "a desktop session",
    "kde": "a desktop session",
    "macosx": "a desktop session",
    "qt": "a desktop session",
    "syslog": "the system log",
    "vapid": "it reads key files",
    "windows": "a desktop session",
}

_NAMES = """
46elks amqp amqps apprise apprises aprs atalk azure bark barks betterstack bluesky brevo bsky bulksms bulkvs
burstsms chanify clickatell clicksend cliq cm d7sms dapnet deltachat deltachats dingtalk discord dot eight00com
elks emby embys enigma2 enigma2s evolution evolutions exotel feishu firehydrant flock flowtriq flowtriqs fluxer
fluxers form forms freemobile gchat github goalert goalerts gorush gorushs gotify gotifys groundmail groupme
guilded gupshup hassio hassios httpsms humhub humhubs ifttt ilert incidentio infobip irc ircs jellyfin jellyfins
jira join json jsons kakao kakaotalk kaleyra kavenegar klr kodi kodis kook kudosity kumulos lametric lametrics
lark lauther lfg line mailersend mailgun mailto mailtos mastodon mastodons matrix matrixs misskey misskeys mmost
mmosts mobilemessage mobilemsg mqtt mqtts msg91 msgbird ncloud nclouds nctalk nctalks nexmo nostr notica noticas
notifiarr notifico notificos notifyre ntfy ntfys o365 octopush onebot onebots onesignal opsgenie pagerduty
pagertree parsep parseps pbul pinglet pinglets pingram pjet pjets plivo postmark pover prowl psafer psafers push
pushdeer pushdeers pushed pushme pushplus pushward pushy qq reddit resend revolt ringc rocket rockets rsyslog
ryver schan sendgrid sendpulse serwersms ses session sessions seven sfr signal signalgrid signals signl4
simplepush sinch slack smpp smpps smsc smseagle smseagles smsmanager smsmgr smstunnel smtp2go sns sogs sparkpost
spike splunk spugpush spush squadcast stackfield strmlabs synology synologys telesign telnyx tgram threema toot
toots trigv trigvs tweet twilio twist twitter viber victorops voipms vonage webex wechat wecom wecombot whapi
whatsapp workflow workflows wpush wxpusher wxteams x xbmc xbmcs xmatters xml xmls xmpp xmpps youlmk zalo zcliq
zohocliq zoom zulip
"""

ALLOWED = frozenset(_NAMES.split())
