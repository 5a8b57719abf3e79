"""Sending of mail, in the sandboxed child process.

Apprise reads the URL, because it knows a hundred providers; this module composes and sends the mail. A repeat has the same
Message-ID, so mail programs recognise it.
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

TIMEOUT_SECONDS = 10.0  # for each step of the conversation


def send(job: MailJob, fence: NetworkFence) -> DeliveryOutcome:
    # If the URL has no `from`, Apprise puts the name of the application before the address of the account.
    account: Any = Apprise.instantiate(job.url, asset=AppriseAsset(app_id="watchd"))
    if account is None or not account.targets:
        return Rejected("Apprise cannot read the URL of this channel.", by="channel")
    try:
        return _deliver(job, account)
    except smtplib.SMTPAuthenticationError:
        return Rejected("The mail server refuses the user name or the password.", by="channel")
    except smtplib.SMTPRecipientsRefused as refusal:
        return _refused_receivers(refusal)
    except smtplib.SMTPResponseException as answer:
        return _refused_mail(answer.smtp_code)
    except (smtplib.SMTPException, OSError) as trouble:
        if fence.refusal:
            return Rejected(fence.refusal, by="channel")
        return Delayed(f"The mail server {account.smtp_host} cannot be reached: {_reason(trouble)}.")


def _deliver(job: MailJob, account: Any) -> DeliveryOutcome:
    mail = composed(job, account)
    receivers = [address for _, address in account.targets] + sorted(account.cc) + sorted(account.bcc)
    with contextlib.closing(_connected(account)) as server:
        if account.user and account.password:
            server.login(account.user, account.password)
        # Not send_message, which would write ">From" where a line begins with "From", as mailbox files need it.
        refused = server.sendmail(account.from_addr[1], receivers, mail.as_bytes())
        _quit(server)
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
        return smtplib.SMTP_SSL(account.smtp_host, account.port, timeout=TIMEOUT_SECONDS, context=context)
    server = smtplib.SMTP(account.smtp_host, account.port, timeout=TIMEOUT_SECONDS)
    if account.secure_mode == "starttls":
        server.starttls(context=context)
    return server


def _quit(server: smtplib.SMTP) -> None:
    """End the session. The server has taken the mail, so its answer to QUIT must not cause a repeat."""
    with contextlib.suppress(smtplib.SMTPException, OSError):
        server.putcmd("QUIT")


def _reason(trouble: smtplib.SMTPException | OSError) -> str:
    """Return in words why the conversation failed. The text of an exception may quote the account, so it is not used."""
    match trouble:
        case TimeoutError():
            return "it did not answer in time"
        case ssl.SSLCertVerificationError():
            return "its certificate is not valid"
        case ssl.SSLError():
            return "the TLS handshake failed"
        case smtplib.SMTPServerDisconnected():
            return "it closed the connection"
        case smtplib.SMTPNotSupportedError():
            return "it does not support the encryption or the login that the URL of the channel requires"
        case OSError(strerror=str(words)) if words:
            return f"{words[:1].lower()}{words[1:]}"
    return "the connection failed"


def _refused_receivers(refusal: smtplib.SMTPRecipientsRefused) -> DeliveryOutcome:
    codes = {code for code, _ in refusal.recipients.values()}
    if all(code >= 500 for code in codes):
        return Rejected(f"The mail server does not know the receiver (code {max(codes)}).", by="channel")
    return Delayed(f"The mail server does not accept mail for the receiver now (code {min(codes)}).")


def _refused_mail(code: int) -> DeliveryOutcome:
    detail = f"The mail server answered with code {code}."
    return (
        Rejected(detail, by="message", tries=receiver_answer.MAX_TRIES_UNREADABLE)
        if code >= 500
        else Delayed(detail)
    )


def _address(name: str, address: str) -> Address:
    return Address(display_name=name, addr_spec=address)
