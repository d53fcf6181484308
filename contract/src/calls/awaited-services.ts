/** "Tell me when it is back": a request for a message when a locked service is available again. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { Msg, Text } from '../wire.ts';

export const AwaitedService = Type.Object({
  serviceName: Type.String({ description: 'A network, an electricity company, transfer or withdraw' }),
  serviceType: Type.String({ description: 'data, airtime, electricity, wallet' }),
});
export type AwaitedService = Static<typeof AwaitedService>;

const awaited = Type.Array(AwaitedService, { description: 'The locked services that you wait for' });

export const listAwaitedServices = call('listAwaitedServices', {
  access: 'user',
  summary: 'The locked services that you are told about when they are back',
  replies: { 200: Type.Object({ awaited }) },
});

export const awaitService = call('awaitService', {
  access: 'user',
  summary: 'Be told when a locked service is back',
  description:
    'One mail when staff unlock it; with that the wish is over. Asking again changes nothing. A service that is available leaves no wish: ' +
    '`awaited` is without it, and `msg` says so.',
  body: Type.Object({
    serviceName: Text(40),
    serviceType: Text(40),
    isWanted: Type.Optional(Type.Boolean({ description: 'false takes the wish back' })),
  }),
  replies: { 200: Type.Object({ msg: Msg, awaited }) },
  refusals: ['not_found'],
  requiredMsg: 'All fields are required',
});
