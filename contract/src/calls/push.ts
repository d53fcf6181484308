/** Notices on a user's own devices, also while the program is closed (Web Push, RFC 8030), for what ended after the request that began it. */
import { Type } from 'typebox';
import { call } from '../call.ts';
import { Msg, Nullable, Text } from '../wire.ts';

export const getPush = call('getPush', {
  access: 'session',
  summary: 'The key for notices on this device, and whether they are on',
  replies: {
    200: Type.Object({
      publicKey: Type.String({ description: 'The `applicationServerKey` of a subscription' }),
      endpoint: Nullable(
        Type.String({ description: 'Where the notices of this session go; null when they are off' }),
      ),
    }),
  },
});

export const subscribePush = call('subscribePush', {
  access: 'session',
  summary: 'Switch on notices on this device',
  description:
    'What the browser says of its subscription. A session has one and takes it along when it ends; of a user, the ten newest are kept. ' +
    'One notice goes out for each purchase or withdrawal that ends after the answer to its request, for a refund, and for money that comes ' +
    'in. It is encrypted for the device and says nothing that a lock screen may not show.',
  body: Type.Object({
    endpoint: Text(2_000),
    p256dh: Text(100),
    auth: Text(50),
  }),
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['too_many_requests'],
});

export const unsubscribePush = call('unsubscribePush', {
  access: 'session',
  summary: 'Switch off notices on this device',
  replies: { 200: Type.Object({ msg: Msg }) },
});
