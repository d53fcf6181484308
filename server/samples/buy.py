import json
import os
import urllib.error
import urllib.request

request = urllib.request.Request(
    "http://127.0.0.1:3000/api/v1/buy/airtime",
    data=json.dumps({"network": 1, "mobile_number": "08031234567", "amount": 100}).encode(),
    headers={
        "x-auth-token": os.environ["TOKEN"],  # your API token
        "idempotency-key": "order-1",  # your own order number: sent twice, bought once
        "content-type": "application/json",
    },
)
try:
    response = urllib.request.urlopen(request, timeout=30)
except urllib.error.HTTPError as refusal:
    response = refusal
# When urlopen raises anything else, nobody knows: send the same again, with the same key.
answer = json.load(response)

if response.status == 200:
    print("Delivered", answer["receipt"]["reference"])
elif response.status == 202:
    print("Paid; the webhook tells how it ends", answer["receipt"]["reference"])
elif response.status >= 500 or "retry-after" in response.headers:
    print("Not known yet; send the same again", answer["requestId"])
else:
    print("Not bought, or the money is back:", answer["code"], answer["msg"])
