"""Sending mail, in the workshop. Apprise reads the URL (it knows a hundred providers); composing and sending is ours.

A repeat carries the same Message-ID, which is how mail programs recognise it.
"""

import contextlib
import smtplib
import ssl
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from typing import Any

from apprise import Apprise, AppriseAsset

from watchd.model.alert import Delayed, Delivered, DeliveryOutcome, Rejected
from watchd.notify import receiver_answer
from watchd.notify.jobs import MailJob
from watchd.sandbox.network_fence import NetworkFence

TIMEOUT = 10.0  # seconds for each step of the conversation


def send(job: MailJob, fence: NetworkFence) -> DeliveryOutcome:
    # Where the URL has no `from`, Apprise puts its own name before the address of the account, unless it is told ours.
    account: Any = Apprise.instantiate(job.url, asset=AppriseAsset(app_id="watchd"))
    if account is None or not account.targets:
        return Rejected("Apprise cannot read the URL of this channel.", by="channel")
    try:
        return _handed_over(job, account)
    except smtplib.SMTPAuthenticationError:
        return Rejected("The mail server refuses the user name or the password.", by="channel")
    except smtplib.SMTPRecipientsRefused as refusal:
        return _unwanted(refusal)
    except smtplib.SMTPResponseException as answer:
        return _answered(answer.smtp_code)
    except (smtplib.SMTPException, OSError) as trouble:
        if fence.refusal:
            return Rejected(fence.refusal, by="channel")
        return Delayed(f"The mail server cannot be reached ({type(trouble).__name__}).")


def _handed_over(job: MailJob, account: Any) -> DeliveryOutcome:
    mail = composed(job, account)
    receivers = [address for _, address in account.targets] + sorted(account.cc) + sorted(account.bcc)
    with contextlib.closing(_connected(account)) as server:
        if account.user and account.password:
            server.login(account.user, account.password)
        # Not send_message, which would write ">From" where a line begins with "From", as mailbox files need it.
        refused = server.sendmail(account.from_addr[1], receivers, mail.as_bytes())
        _part(server)
    if not refused:
        return Delivered()
    return Delivered(f"The mail server refused {len(refused)} of {len(receivers)} receivers.")


def composed(job: MailJob, account: Any) -> EmailMessage:
    mail = EmailMessage(policy=SMTP)
    name, sender = account.from_addr
    domain = sender.rpartition("@")[2] or "watchd.invalid"
    mail["Message-ID"] = f"<{job.id}@{domain}>"
    mail["Date"] = formatdate(job.date)
    mail["From"] = _address(name or "watchd", sender)
    mail["To"] = [_address(name or "", address) for name, address in account.targets]
    if account.cc:
        mail["Cc"] = [_address(account.names.get(a) or "", a) for a in sorted(account.cc)]
    if account.reply_to:
        mail["Reply-To"] = [_address(account.names.get(a) or "", a) for a in sorted(account.reply_to)]
    mail["Subject"] = job.subject
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(job.text)
    mail.add_alternative(job.html, subtype="html")
    return mail


def _connected(account: Any) -> smtplib.SMTP:
    context = ssl.create_default_context()
    if not account.verify_certificate:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    if account.secure_mode == "ssl":
        return smtplib.SMTP_SSL(account.smtp_host, account.port, timeout=TIMEOUT, context=context)
    server = smtplib.SMTP(account.smtp_host, account.port, timeout=TIMEOUT)
    if account.secure_mode == "starttls":
        server.starttls(context=context)
    return server


def _part(server: smtplib.SMTP) -> None:
    """The mail is theirs now: whatever they answer to a good-bye, and however late, must not make us send it again."""
    with contextlib.suppress(smtplib.SMTPException, OSError):
        server.putcmd("QUIT")


def _unwanted(refusal: smtplib.SMTPRecipientsRefused) -> DeliveryOutcome:
    codes = {code for code, _ in refusal.recipients.values()}
    if all(code >= 500 for code in codes):
        return Rejected(f"The mail server knows no such receiver (code {max(codes)}).", by="channel")
    return Delayed(f"The mail server does not take mail for the receiver now (code {min(codes)}).")


def _answered(code: int) -> DeliveryOutcome:
    detail = f"The mail server answered with code {code}."
    return (
        Rejected(detail, by="message", tries=receiver_answer.TRIES_UNREADABLE)
        if code >= 500
        else Delayed(detail)
    )


def _address(name: str, address: str) -> Address:
    return Address(display_name=name, addr_spec=address)
