/** What the API's document says of answers that are no JSON reply to a call: the event stream, and the webhooks that we send. */
import { Receipt } from '@jara/contract/calls/transactions.ts';
import { Type } from 'typebox';
import type { Operation } from './operation.ts';
import { refusedAnswer } from './refusal-schema.ts';
import { spellOutAnswer } from './spelled-out.ts';

export const eventStream: Operation = {
  operationId: 'followEvents',
  tags: ['Transactions'],
  summary: 'What changes, as it changes: server-sent events',
  description:
    '`event: transaction` with `{ "type": "transaction", "_id": "..." }` for each transaction of yours that changed, and with its `clientReference`, if it has one; ask for it. `event: service` with ' +
    '`{ "type": "service", "name": "Glo data" }` when a locked service that you wait for is back. A comment ' +
    'comes every 15 s. The token travels in the header here too, so browsers read the stream with `fetch`.\n\nTakes the token of a session or an API token.',
  responses: {
    200: {
      description: 'The stream; it stays open',
      headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    401: refusedAnswer(401),
  },
  'x-refusals': ['unauthenticated'],
};

const signedHeader = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const Message = Type.Object({
  type: Type.String({
    description: 'transaction.success, transaction.failed, transaction.refunded, webhook.test',
  }),
  timestamp: Type.String({ description: 'ISO 8601, UTC' }),
  data: Type.Union([Receipt, Type.Object({}, { description: 'Of webhook.test' })]),
});

export const webhooks = {
  transaction: {
    post: {
      operationId: 'hearTransaction',
      tags: ['Webhooks'],
      // Your server hears it: the signature is the proof, and no token travels.
      security: [],
      summary: 'Your server is told how a transaction of yours ended',
      description:
        'Standard Webhooks 1.0.0. Verify `webhook-signature` over the bytes that came, refuse what is older than five minutes, and drop an id ' +
        'that you have seen. Answer 2xx within 15 s; anything else is tried again for 75 hours, ten times in all, and 410 ends it.',
      parameters: [
        signedHeader('webhook-id', 'The same in every try of a message'),
        signedHeader('webhook-timestamp', 'When this try was sent, in seconds since 1970'),
        signedHeader(
          'webhook-signature',
          '`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the bytes behind `whsec_`',
        ),
      ],
      requestBody: { required: true, content: { 'application/json': { schema: spellOutAnswer(Message) } } },
      responses: { '2XX': { description: 'Heard' } },
    },
  },
};
