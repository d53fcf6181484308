/** What the operations of the document share, beside nouns and refusals. */
export const common = {
  securitySchemes: {
    token: {
      type: 'apiKey',
      in: 'header',
      name: 'x-auth-token',
      description: 'Of a session, or an API token',
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'The same token, for clients that know only this',
    },
  },
  headers: {
    RequestId: { description: 'Quote it to support', required: true, schema: { type: 'string' } },
    Replayed: {
      description: '`true` when this key did it before: the body is its present state',
      schema: { type: 'string', const: 'true' },
    },
    ETag: {
      description: 'Names this answer by what is in it',
      schema: { type: 'string', pattern: '^W/"[A-Za-z0-9_-]+"$' },
    },
    RetryAfter: {
      description: 'Seconds until it is worth trying again',
      schema: { type: 'string', pattern: String.raw`^\d+$` },
    },
    RateLimit: {
      description:
        'The limit that this request counted towards, how many are left of it (`r`), and the seconds until it begins anew (`t`)',
      schema: { type: 'string', pattern: '^"[a-z-]+";r=[0-9]+;t=[0-9]+$' },
    },
    RateLimitPolicy: {
      description: 'The same limit: how many it allows (`q`) in a window of so many seconds (`w`)',
      schema: { type: 'string', pattern: '^"[a-z-]+";q=[0-9]+;w=[0-9]+$' },
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        '1 to 255 visible ASCII characters, unique for each user for 30 days: the same request with the same key is done once. ' +
        'Take a new one for each thing to do. `request_id` in the body is the same.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      example: 'order-2026-0042',
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description:
        'The `etag` of an answer that you have kept: while nothing has changed, the answer is 304 without a body',
      schema: { type: 'string' },
    },
  },
};
