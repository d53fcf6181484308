/**
 * Where a second admin has to confirm what a call of staff does, nothing is done: the call is kept as it came, and answers that it waits.
 * Its commit was undone at its last step, so what is kept could have been done at that moment.
 */
import { randomUUID } from 'node:crypto';
import type { HeldCall, HeldReply } from '@jara/contract/calls/review-queue.ts';
import { formatKobo } from '@jara/contract/money.ts';
import { HOUR_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import { isWithinAttempts, type AttemptRule } from '../../platform/attempts.ts';
import type { Db } from '../../platform/db.ts';
import { hashRequest, replayedHeaders } from '../../platform/idempotency.ts';
import { refuse } from '../../platform/refuse.ts';
import { Reply, type CallInput, type Handler, type Handlers } from '../../platform/serve.ts';
import { SecondPersonNeeded, type Held } from './checked-money.ts';
import { recordStaffAction } from './record-staff-action.ts';
import { findSeconds } from './other-admins.ts';
import { getRequest, presentRequest, selectRequests, type RequestRow } from './staff-request.ts';

export type HeldHandlers = Pick<Handlers, HeldCall>;

/** Tells these admins, in the caller's commit, of the request that it writes. */
export type MailSeconds = (db: Db, userIds: readonly bigint[]) => Promise<void>;

/** The same handlers, each of which answers 202 where a second admin has to confirm. */
export function holdRequests(
  context: Context,
  handlers: HeldHandlers,
  mailSeconds: MailSeconds,
): HeldHandlers {
  const holding =
    <Name extends HeldCall>(name: Name): Handler<Name> =>
    async (input) => {
      const handler: Handler<Name> = handlers[name];
      return handler(input).catch((error: unknown) => {
        if (!(error instanceof SecondPersonNeeded)) throw error;
        return hold(context, name, { input, held: error.held, mailSeconds });
      });
    };
  return {
    transferFund: holding('transferFund'),
    generateCoupon: holding('generateCoupon'),
    refund: holding('refund'),
    decideWaiting: holding('decideWaiting'),
    decideSuspense: holding('decideSuspense'),
    debit: holding('debit'),
    acceptFloat: holding('acceptFloat'),
    setSpecialPrice: holding('setSpecialPrice'),
    updatePrice: holding('updatePrice'),
    addPlan: holding('addPlan'),
    updatePlan: holding('updatePlan'),
    schedulePrices: holding('schedulePrices'),
    setCostPrice: holding('setCostPrice'),
    correctContactDetails: holding('correctContactDetails'),
    setRoles: holding('setRoles'),
  };
}

/** Of the body: what proved who asked is not kept, and the key stands by itself. */
const notSaved = new Set(['pin', 'password', 'code', 'passkey', 'request_id']);
const saved = (fields: object | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([field]) => !notSaved.has(field)));

/** Done twice, these do something twice: only a key tells whether it is meant. What can be done once is asked for once, by whatever keys. */
const mayBeAgain: ReadonlySet<HeldCall> = new Set(['transferFund', 'generateCoupon']);

type HeldInput = Pick<CallInput<HeldCall>, 'principal' | 'body' | 'request'> & {
  params?: object | undefined;
};

async function hold(
  { pool, config }: Context,
  name: HeldCall,
  {
    input: { principal, body, params, request },
    held,
    mailSeconds,
  }: { input: HeldInput; held: Held; mailSeconds: MailSeconds },
): Promise<Reply<HeldReply>> {
  const input = { params: saved(params), body: saved(body) };
  const asked = {
    makerId: principal.userId,
    key: request.idempotencyKey,
    isNamed: mayBeAgain.has(name) && (request.idempotencyKey !== null || input.body['force'] === true),
    requestHash: hashRequest(name, [JSON.stringify(input)]),
  };
  const { row, isRepeat } = await pool.commit(async (db) => {
    await endOld(db, asked.makerId);
    const inserted = await db.find<{ id: bigint }>(
      `insert into staff_requests (maker_id, call, params, body, subject, user_ids, moved_kobo, reason, idempotency_key, is_named,
         request_hash, ip, request_id, expires_at, prices, contact, rights)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now() + make_interval(hours => $14), $15, $16, $17)
       on conflict do nothing returning id`,
      [
        asked.makerId,
        name,
        JSON.stringify(input.params),
        JSON.stringify(input.body),
        held.subject,
        held.userIds,
        held.movedKobo,
        held.reason ?? null,
        asked.key ?? `request-${randomUUID()}`,
        asked.isNamed,
        asked.requestHash,
        request.ip,
        request.id,
        config.staffSecondPerson.hours,
        held.prices === null ? null : JSON.stringify(held.prices),
        held.contact === null ? null : JSON.stringify(held.contact),
        held.rights === null ? null : JSON.stringify(held.rights),
      ],
    );
    if (inserted === undefined) return { row: await findEarlier(db, asked), isRepeat: true };
    await recordStaffAction(db, principal, request, {
      action: 'askSecondPerson',
      subject: `request ${inserted.id}`,
      after: {
        call: name,
        about: held.subject,
        sumKobo: held.movedKobo,
        ...(held.prices !== null && { prices: held.prices }),
        ...(held.contact !== null && { contact: held.contact }),
      },
      ...(held.reason !== undefined && { reason: held.reason }),
    });
    if (await isWithinAttempts(db, mailedOf(asked.makerId)))
      await mailSeconds(db, await findSeconds(db, config, [asked.makerId, ...held.userIds]));
    return { row: await getRequest(db, inserted.id), isRepeat: false };
  });
  const answer = { msg: wordsOf(held), staffRequest: presentRequest(row, principal) };
  return new Reply(202, answer, isRepeat ? replayedHeaders : {});
}

/** Whoever asks without end fills no mailboxes: the queue has what is not mailed. */
const mailedOf = (makerId: bigint): AttemptRule => ({
  name: 'second admin mailed',
  parts: [String(makerId)],
  most: 20,
  windowSeconds: HOUR_SECONDS,
});

const wordsOf = ({ movedKobo }: Held): string =>
  `Nothing was done yet: another admin has to confirm ${movedKobo === null ? 'this' : formatKobo(movedKobo)} first`;

/** What is over makes room for the same once more. */
const endOld = (db: Db, makerId: bigint): Promise<number> =>
  db.run(
    `update staff_requests set state = 'expired', ended_at = expires_at where maker_id = $1 and state = 'waiting' and expires_at <= now()`,
    [makerId],
  );

interface Asked {
  makerId: bigint;
  key: string | null;
  requestHash: string;
}

/** What was asked for by this key, or is the same and waits. */
async function findEarlier(db: Db, { makerId, key, requestHash }: Asked): Promise<RequestRow> {
  const byKey = await db.find<RequestRow>(
    `${selectRequests} where r.maker_id = $1 and r.idempotency_key = $2`,
    [makerId, key],
  );
  const row =
    byKey ??
    (await db.find<RequestRow>(
      `${selectRequests} where r.maker_id = $1 and r.request_hash = $2 and r.state = 'waiting' and not r.is_named`,
      [makerId, requestHash],
    ));
  // It ended just now.
  if (row === undefined) return refuse('unavailable', { retryAfterSeconds: 1 });
  if (row.requestHash !== requestHash) refuse('idempotency_key_reused');
  if (row.state === 'waiting') return row;
  return refuse('not_waiting', {
    msg: `You asked for this before, and it was ${row.state}. To ask for it again, send it as something new`,
  });
}
