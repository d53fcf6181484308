<?php
$waits = false;
$request = curl_init('http://127.0.0.1:3000/api/v1/buy/airtime');
curl_setopt_array($request, [
    CURLOPT_POST => true,
    CURLOPT_HTTPHEADER => [
        'x-auth-token: ' . getenv('TOKEN'), // your API token
        'idempotency-key: order-1', // your own order number: sent twice, bought once
        'content-type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode(['network' => 1, 'mobile_number' => '08031234567', 'amount' => 100]),
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
    CURLOPT_HEADERFUNCTION => function ($request, $line) use (&$waits) {
        if (stripos($line, 'retry-after:') === 0) {
            $waits = true;
        }
        return strlen($line);
    },
]);
$body = curl_exec($request);
$status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
$answer = $body === false ? null : json_decode($body, true);

if ($status === 200) {
    echo 'Delivered ', $answer['receipt']['reference'], PHP_EOL;
} elseif ($status === 202) {
    echo 'Paid; the webhook tells how it ends ', $answer['receipt']['reference'], PHP_EOL;
} elseif ($answer === null || $status >= 500 || $waits) {
    // No answer too: nobody knows.
    echo 'Not known yet; send the same again, with the same key', PHP_EOL;
} else {
    echo 'Not bought, or the money is back: ', $answer['code'], ' ', $answer['msg'], PHP_EOL;
}
