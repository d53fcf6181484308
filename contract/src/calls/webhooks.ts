/** Telling a user's own server what changed: Standard Webhooks 1.0.0, with a log, replay and a test. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { strongestFactor, strongestFactorRefusals } from '../strongest-factor.ts';
import { Msg, Nullable, Text, Timestamp } from '../wire.ts';

export const updateWebhook = call('updateWebhook', {
  access: 'session',
  summary: 'Set or remove the address that is told of changes',
  description:
    'A new address gets a new signing secret, which is shown in this answer only; `newSecret` makes one for the same address, and the one ' +
    'before ends. An empty address removes it. Addresses of private networks are refused, now and again at each message. Takes a `code` with two-step login on, else ' +
    'the `pin` where you have one; you are told by mail. What ends all API tokens pauses it: saved again it goes on, with a new secret.',
  body: Type.Object({
    webhookUrl: Text(2_000),
    newSecret: Type.Optional(Type.Boolean()),
    ...strongestFactor,
  }),
  replies: {
    200: Type.Object({
      msg: Msg,
      webhookUrl: Nullable(Type.String()),
      webhookSecret: Nullable(Type.String()),
    }),
  },
  refusals: [...strongestFactorRefusals],
});

export const WebhookMessage = Type.Object({
  _id: Type.String({ description: 'The header webhook-id is msg_ and this' }),
  type: Type.String({
    description: 'transaction.success, transaction.failed, transaction.refunded, webhook.test',
  }),
  transactionId: Nullable(Type.String()),
  state: Type.String({ description: 'pending, delivered, failed' }),
  createdAt: Timestamp,
  nextTryAt: Nullable(Timestamp),
  body: Nullable(Type.String({ description: 'What was sent at the last try, word for word' })),
  tries: Type.Array(
    Type.Object({
      at: Timestamp,
      status: Nullable(Type.Integer()),
      problem: Nullable(Type.String()),
      answer: Nullable(Type.String()),
      tookMs: Type.Integer(),
    }),
  ),
});
export type WebhookMessage = Static<typeof WebhookMessage>;

export const listWebhookMessages = call('listWebhookMessages', {
  access: 'user',
  summary: 'What your server was told, newest first, 50 a page',
  query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) }),
  replies: { 200: Type.Object({ messages: Type.Array(WebhookMessage) }) },
});

export const replayWebhookMessage = call('replayWebhookMessage', {
  access: 'user',
  summary: 'Send one message again, with its first id',
  params: Type.Object({ id: Text(20) }),
  replies: { 200: Type.Object({ msg: Msg, message: WebhookMessage }) },
  refusals: ['not_found', 'no_webhook', 'too_many_requests'],
});

export const testWebhook = call('testWebhook', {
  access: 'user',
  summary: 'Send a message of type webhook.test now',
  replies: { 200: Type.Object({ msg: Msg, message: WebhookMessage }) },
  refusals: ['no_webhook', 'too_many_requests'],
});
