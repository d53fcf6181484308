import base64
import hashlib
import hmac
import json
import time


def verify(secret: str, headers: dict, body: bytes) -> dict:
    """Gives the message when it is genuine, else raises. `body` is the bytes as they came."""
    # Frameworks differ in how they write the names: Webhook-Id, webhook-id.
    named = {name.lower(): value for name, value in headers.items()}
    message_id = named.get("webhook-id", "")
    timestamp = named.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) >= 300:
        raise ValueError("too old")

    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    right = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # There may be several, parted by blanks, while a secret is replaced.
    for given in named.get("webhook-signature", "").split(" "):
        if hmac.compare_digest(f"v1,{right}", given):
            return json.loads(body)
    raise ValueError("not genuine")
