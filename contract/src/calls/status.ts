/** How the services do: what our own purchases of the last hour found. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { Terms } from './terms.ts';
import { Nullable, Timestamp } from '../wire.ts';

const Percent = Type.Number({ minimum: 0, maximum: 100 });

export const ServiceStatus = Type.Object({
  service: Type.String({ description: 'airtime, data, electricity' }),
  network: Type.String({ description: 'The network, or the electricity company' }),
  deliveredPercent: Percent,
  failedPercent: Type.Number({
    minimum: 0,
    maximum: 100,
    description: 'Refused or taken back; the money was returned',
  }),
  pendingPercent: Percent,
  slowPercent: Type.Number({
    minimum: 0,
    maximum: 100,
    description: 'Waited for more than a minute, or still do',
  }),
  medianSeconds: Nullable(
    Type.Number({ description: 'From paid to delivered; null when nothing was delivered' }),
  ),
});
export type ServiceStatus = Static<typeof ServiceStatus>;

export const getStatus = call('getStatus', {
  access: 'public',
  summary: 'How the services did in the last hour, and what this installation asks',
  description:
    'Rates of the purchases of the last hour, for each service and network with at least five of them: fewer say nothing. Remembered for 30 s. `terms` are its fees and limits.',
  replies: { 200: Type.Object({ services: Type.Array(ServiceStatus), checkedAt: Timestamp, terms: Terms }) },
});
