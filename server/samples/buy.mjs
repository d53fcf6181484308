const response = await fetch('http://127.0.0.1:3000/api/v1/buy/airtime', {
  method: 'POST',
  headers: {
    'x-auth-token': process.env.TOKEN, // your API token
    'idempotency-key': 'order-1', // your own order number: sent twice, bought once
    'content-type': 'application/json',
  },
  body: JSON.stringify({ network: 1, mobile_number: '08031234567', amount: 100 }),
  signal: AbortSignal.timeout(30_000),
});
// When fetch throws, nobody knows: send the same again, with the same key.
const answer = await response.json();

if (response.status === 200) {
  console.log('Delivered', answer.receipt.reference);
} else if (response.status === 202) {
  console.log('Paid; the webhook tells how it ends', answer.receipt.reference);
} else if (response.status >= 500 || response.headers.has('retry-after')) {
  console.log('Not known yet; send the same again', answer.requestId);
} else {
  console.log('Not bought, or the money is back:', answer.code, answer.msg);
}
