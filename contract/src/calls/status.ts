/** How the shop does: its services, by our own purchases of the last hour, and its money. */
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

export const getSolvency = call('getSolvency', {
  access: 'admin',
  summary:
    'What is owed to users, what suppliers and the bank say they hold of ours, and how the last audit of the books ended',
  description:
    'Sums are naira. What is owed is read from the books; what is held is what each supplier and the bank said last, so it is some minutes old. ' +
    'What lies in bank accounts of your own, or at a gateway and is not settled yet, nobody states: `remainder` has to be there.',
  replies: {
    200: Type.Object({
      owed: Type.Object({
        accounts: Type.Number({ description: 'In the wallets and earnings of users' }),
        inFlight: Type.Number({ description: 'Paid for sales and withdrawals that are open' }),
        coupons: Type.Number({ description: 'Coupons that are neither redeemed nor void' }),
        suspense: Type.Number({ description: 'Came in and is credited to nobody' }),
        total: Type.Number(),
      }),
      held: Type.Array(
        Type.Object({
          kind: Type.Union([Type.Literal('supplier'), Type.Literal('bank')]),
          name: Type.String(),
          amount: Nullable(Type.Number({ description: 'As it said last; null when it never did' })),
          readAt: Nullable(Timestamp),
          problem: Nullable(Type.String({ description: 'Why the last question gave no reading' })),
        }),
      ),
      heldTotal: Type.Number({ description: 'Of those that are known' }),
      remainder: Type.Number({ description: 'Owed less held; below zero when more is held than owed' }),
      books: Type.Object({
        auditedAt: Nullable(Timestamp),
        whollyAuditedAt: Nullable(Timestamp),
        brokenRules: Nullable(Type.Integer({ description: 'At the last audit; null before the first one' })),
      }),
    }),
  },
});
