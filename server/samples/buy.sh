# TOKEN is your API token, order-1 your own order number: the key by which this is bought once, however often you send it.
curl -sS --max-time 30 -w '\nHTTP %{http_code}\n' http://127.0.0.1:3000/api/v1/buy/airtime \
  -H "x-auth-token: $TOKEN" \
  -H 'idempotency-key: order-1' \
  -H 'content-type: application/json' \
  -d '{"network": 1, "mobile_number": "08031234567", "amount": 100}'
# 200: delivered. 202: paid, the webhook tells how it ends. 422: not bought, or the money is back.
# No answer, 409 with Retry-After, 5xx: nobody knows yet. Send the same again, with the same key.
