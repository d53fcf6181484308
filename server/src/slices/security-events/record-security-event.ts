/**
 * What happened to what guards an account, on record: changes in the commit that makes them, refusals by themselves. Nothing that was typed
 * is written, so a name that nobody has leaves no trace but that one was tried. Of refusals an account has a bounded number in an hour, so that
 * whoever guesses cannot fill the table. A limit that is reached is one of them in an hour for each call: a program that goes on asking does not
 * leave wrong proofs without a place. A session shown elsewhere is on record whatever came before it, as often as its own limit says: whoever has a
 * stolen one cannot hide it behind wrong proofs.
 */
import type { SecurityEventKind, SecurityFactor } from '@jara/contract/security-event-kinds.ts';
import { Counter } from 'prom-client';
import type { Db } from '../../platform/db.ts';
import { prefixOf } from '../../platform/limits/network-of.ts';
import type { HttpFacts } from '../../platform/serve.ts';
import { nameDevice } from '../../platform/sessions/device-name.ts';

export interface SecurityEvent {
  what: SecurityEventKind;
  factor?: SecurityFactor | undefined;
  /** The call that asked for a proof, or what the account became. */
  detail?: string;
}

export interface SecurityRefusal extends SecurityEvent {
  outcome: 'wrong' | 'locked' | 'refused';
}

/** Undefined: a command of the operator. */
type From = Pick<HttpFacts, 'id' | 'ip' | 'userAgent'> | undefined;

const MOST_REFUSALS = { ofAccount: 60, ofNobody: 500 };

/** Counts also what is beyond the bounds of the table. */
export const securityEventCounter = new Counter({
  name: 'jara_security_events_total',
  help: 'Logins, proofs, and changes of what guards an account',
  labelNames: ['what', 'outcome'],
  registers: [],
});
// The alarm that asks for it alone sees also the first one: Prometheus finds no increase in a series that begins with it.
securityEventCounter.inc({ what: 'session_elsewhere', outcome: 'refused' }, 0);

const columns = '(user_id, actor_id, what, factor, outcome, detail, device, address_prefix, request_id)';

const valuesOf = (from: From, { what, factor, detail }: SecurityEvent, outcome: string) => [
  what,
  factor ?? null,
  outcome,
  detail ?? null,
  from === undefined ? null : nameDevice(from.userAgent ?? null),
  from === undefined ? null : prefixOf(from.ip),
  from?.id ?? null,
];

/** In the caller's commit. `actorId` is who of staff did it. */
export async function recordSecurityEvent(
  db: Db,
  { userId, actorId = null }: { userId: bigint; actorId?: bigint | null },
  from: From,
  event: SecurityEvent,
): Promise<void> {
  await db.run(`insert into security_events ${columns} values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, [
    userId,
    actorId,
    ...valuesOf(from, event, 'ok'),
  ]);
  securityEventCounter.inc({ what: event.what, outcome: 'ok' });
}

/** `userId` is null where nobody has the name that was tried. */
export async function recordSecurityRefusal(
  db: Db,
  userId: bigint | null,
  from: From,
  event: SecurityRefusal,
): Promise<void> {
  const isOfAccount = userId === null ? 'user_id is null and $1::bigint is null' : 'user_id = $1';
  await db.run(
    `insert into security_events ${columns}
     select $1::bigint, null, $2, $3, $4, $5, $6, $7, $8
     where ($2 = 'session_elsewhere' or (select count(*) from (
       select from security_events
       where ${isOfAccount} and outcome <> 'ok' and happened_at > now() - interval '1 hour' limit $9) recent) < $9)
       and not ($2 = 'limit_reached' and exists (
         select from security_events
         where user_id = $1 and outcome <> 'ok' and happened_at > now() - interval '1 hour' and what = $2 and detail = $5))`,
    [
      userId,
      ...valuesOf(from, event, event.outcome),
      userId === null ? MOST_REFUSALS.ofNobody : MOST_REFUSALS.ofAccount,
    ],
  );
  securityEventCounter.inc({ what: event.what, outcome: event.outcome });
}
