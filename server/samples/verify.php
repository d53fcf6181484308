<?php

/**
 * Gives the message when it is genuine, else throws.
 * $headers is getallheaders(), $body is file_get_contents('php://input').
 */
function verify(string $secret, array $headers, string $body): array
{
    // php-fpm and CGI write Webhook-Id, other servers webhook-id.
    $headers = array_change_key_case($headers, CASE_LOWER);
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) >= 300) {
        throw new RuntimeException('too old');
    }

    $key = base64_decode(str_replace('whsec_', '', $secret), true);
    $right = base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // There may be several, parted by blanks, while a secret is replaced.
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
        if (hash_equals("v1,$right", $given)) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
    }
    throw new RuntimeException('not genuine');
}
