/**
 * What time makes of an answer that says nothing for certain: when it is asked about again, when staff decide, and when what a supplier does not
 * know is a refusal. By the database's clock, which stands still in a commit.
 */
import { naira } from '@jara/contract/money.ts';
import { MINUTE_SECONDS } from '@jara/contract/time-units.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { silent, untilBlocked, useTestPool } from '../../../test/pool.ts';
import { readConfig } from '../../config/config.ts';
import type { Db } from '../../platform/db.ts';
import { createUser } from '../accounts/create-user.ts';
import { openPurchaseAccounts } from './house-accounts.ts';
import { askedNow } from './testing/asked-now.ts';
import { createPurchaseQueues } from './queues.ts';
import { settleInCommit, settlementWithoutWords, type Settlement } from './settle.ts';

const db = useTestPool(2);
const settings = { ...readConfig({}).purchases, unknownReferenceQuietSeconds: 600, giveUpHours: 24 };
const QUIET_MINUTES = 10;
const DAY_MINUTES = 24 * 60;
/** Six seconds before. */
const SHORT_OF = 0.1;

let userId: bigint;
beforeAll(async () => {
  await openPurchaseAccounts(db.pool, ['GLAD', 'ALARO']);
  const person = { userName: 'ada', fullName: 'Ada', email: 'ada@people.example', phone: '08030000001' };
  ({ userId } = await db.pool.commit((on) => createUser(on, { ...person, passwordHash: 'x' })));
});

interface History {
  /** Minutes since the attempt was sent. */
  sent?: number;
  /** Minutes since the supplier first said that it does not know the reference. */
  notFoundSince?: number | null;
}

/** A pending purchase with one attempt. */
async function writePurchase(on: Db, { sent = 0, notFoundSince = null }: History): Promise<bigint> {
  const { id } = await on.get<{ id: bigint }>(
    `insert into transactions (user_id, reference, type, status, network, product, description, recipient, amount_kobo, price_kobo,
       cost_kobo, balance_before, balance_after, supplier)
     values ($1, 'JRANSWER' || (select count(*) from transactions), 'electricity', 'pending', 'Ikeja', 'IKEJA-PREPAID', 'Electricity',
       '12345678901', $2, $2, $3, $2, 0, 'GLAD') returning id`,
    [userId, naira(1_050), naira(990)],
  );
  await on.run(
    `insert into purchase_attempts (transaction_id, attempt, supplier, state, sent_at, first_not_found_at, next_check_at)
     values ($1, 1, 'GLAD', 'unknown', now() - make_interval(secs => $2), now() - make_interval(secs => $3), now())`,
    [id, sent * MINUTE_SECONDS, notFoundSince === null ? null : notFoundSince * MINUTE_SECONDS],
  );
  return id;
}

interface After {
  applied: string;
  state: string;
  /** In minutes, and in seconds. */
  notFoundSince: number | null;
  secondsToNext: number | null;
  wasReportedDelivered: boolean;
  /** Whether it is delivered after all. */
  isAskedOn: boolean;
}

/** `askedBefore`: in seconds. The answer waited as long for the database. */
async function after(result: Settlement['result'], before: History, askedBefore = 0): Promise<After> {
  const rollback = new Error('rollback');
  let found: After | undefined;
  const tried = db.owner.commit(async (on) => {
    const id = await writePurchase(on, before);
    const applied = await settleInCommit(
      on,
      settlementWithoutWords(id, 1, await askedNow(on, result, askedBefore)),
      settings,
    );
    const attempt = await on.get<Omit<After, 'applied'>>(
      `select state, extract(epoch from now() - first_not_found_at)::float8 / 60 as "notFoundSince",
         extract(epoch from next_check_at - now())::float8 as "secondsToNext", delivery_reported_at is not null as "wasReportedDelivered",
         return_check_at is not null as "isAskedOn"
       from purchase_attempts where transaction_id = $1 and attempt = 1`,
      [id],
    );
    found = { applied, ...attempt };
    throw rollback;
  });
  await expect(tried).rejects.toBe(rollback);
  return found ?? expect.unreachable();
}

const notFound = { outcome: 'not_found', nextSupplier: 'ALARO', askedAt: new Date(0) } as const;
const unknown = { outcome: 'unknown' } as const;
const processing = { outcome: 'processing' } as const;
const tokenMissing = { outcome: 'processing', isDelivered: true } as const;

/** In a few words. */
async function meaningOf(result: Settlement['result'], before: History): Promise<string> {
  const { applied, state, secondsToNext } = await after(result, before);
  if (applied !== 'unsettled') return `${applied}, ${state}`;
  if (secondsToNext !== null) expect(secondsToNext).toBeGreaterThan(0);
  return `${state}, ${secondsToNext === null ? 'staff' : 'asked again'}`;
}

describe('"I do not know this order"', () => {
  it.each<[string, History, string]>([
    ['for the first time proves nothing', { sent: 60 }, 'unknown, asked again'],
    [
      'for the first time shortly before a day is over proves nothing',
      { sent: DAY_MINUTES - SHORT_OF },
      'unknown, asked again',
    ],
    ['for the first time after a day is for staff', { sent: DAY_MINUTES }, 'manual, staff'],
    [
      'again before the quiet time is over proves nothing',
      { sent: 60, notFoundSince: QUIET_MINUTES - SHORT_OF },
      'unknown, asked again',
    ],
    [
      'again at the end of the quiet time is a refusal',
      { sent: 60, notFoundSince: QUIET_MINUTES },
      'next_attempt, refused',
    ],
    [
      'twice, but sent within the quiet time, proves nothing',
      { sent: QUIET_MINUTES - SHORT_OF, notFoundSince: 60 },
      'unknown, asked again',
    ],
    [
      'twice, and sent a quiet time ago, is a refusal',
      { sent: QUIET_MINUTES, notFoundSince: 60 },
      'next_attempt, refused',
    ],
    [
      'again after a day is a refusal, and not for staff',
      { sent: DAY_MINUTES, notFoundSince: QUIET_MINUTES },
      'next_attempt, refused',
    ],
  ])('%s', async (_what, before, meaning) => {
    expect(await meaningOf(notFound, before)).toBe(meaning);
  });

  it('is as old as its question: what waits for the database proves nothing that it did not then', async () => {
    const before = { sent: 60, notFoundSince: QUIET_MINUTES };
    expect(await after(notFound, before, 6)).toMatchObject({ applied: 'unsettled', secondsToNext: 1 });
    expect((await after(notFound, before)).applied).toBe('next_attempt');
  });

  it('of the last supplier is a refusal as well', async () => {
    const byLast = { ...notFound, nextSupplier: null };
    expect(await meaningOf(byLast, { sent: 60, notFoundSince: 60 })).toBe('returned, refused');
  });

  it.each([
    ['whose supplier does not know it again', true, { ...notFound, nextSupplier: null }],
    ['whose supplier does not know it again while another is left', true, notFound],
    ['whose supplier then refuses it in words', false, { outcome: 'refused', nextSupplier: null }],
    ['which staff then return', true, { outcome: 'refused', nextSupplier: null, notFound: true }],
  ] as const)(
    'ends what was not known once, and %s: it is asked about on: %s',
    async (_what, isAskedOn, result) => {
      const { applied, state, ...attempt } = await after(result, { sent: 60, notFoundSince: 30 });
      expect([applied, state]).toEqual([
        result.nextSupplier === null ? 'returned' : 'next_attempt',
        'refused',
      ]);
      expect(attempt).toMatchObject({ isAskedOn, notFoundSince: isAskedOn ? 30 : null, secondsToNext: null });
    },
  );

  it('locks the wallet that the money may go back to before the purchase, as all do', async () => {
    const id = await writePurchase(db.owner, { sent: 60, notFoundSince: 60 });
    const { settleQueue } = createPurchaseQueues(db.pool, settings, silent);
    const byLast = settlementWithoutWords(id, 1, { ...notFound, nextSupplier: null, askedAt: new Date() });
    const settled = await db.owner.commit(async (on) => {
      await on.get(`select from accounts where user_id = $1 and kind = 'wallet' for update`, [userId]);
      const settling = settleQueue.add(byLast);
      await untilBlocked(db.owner, 1);
      await on.get('select from transactions where id = $1 for update nowait', [id]);
      return { settling };
    });
    expect(await settled.settling).toMatchObject({ applied: 'returned', nextCheckAt: null });
  });
});

describe('an answer that says nothing for certain', () => {
  it.each([
    ['a broken connection', unknown],
    ['that it is on its way', processing],
    ['a delivery whose token is missing', tokenMissing],
  ])('(%s) is handed to staff after a day', async (_what, result) => {
    expect(await meaningOf(result, { sent: DAY_MINUTES - SHORT_OF })).toBe('unknown, asked again');
    expect(await meaningOf(result, { sent: DAY_MINUTES })).toBe('manual, staff');
  });

  it('does not pay back what is delivered without its token for being unknown before', async () => {
    expect(await after(tokenMissing, { sent: 60, notFoundSince: 50 })).toMatchObject({
      applied: 'unsettled',
      state: 'unknown',
      notFoundSince: null,
      wasReportedDelivered: true,
    });
  });

  it('leaves since when nobody knows it, until the supplier has it in hand', async () => {
    expect((await after(unknown, { sent: 60 })).notFoundSince).toBeNull();
    expect((await after(notFound, { sent: 60 })).notFoundSince).toBe(0);
    expect((await after(notFound, { sent: 60, notFoundSince: 4 })).notFoundSince).toBe(4);
    expect((await after(unknown, { sent: 60, notFoundSince: 50 })).notFoundSince).toBe(50);
    expect((await after(processing, { sent: 60, notFoundSince: 50 })).notFoundSince).toBeNull();
  });
});

describe('the next question', () => {
  const secondsUntilAsked = async (result: Settlement['result'], notFoundSince: number | null) =>
    (await after(result, { sent: 60, notFoundSince })).secondsToNext;

  it('comes when a second "not known" would be certain, and at the next full hour when nothing speaks for that', async () => {
    expect(await secondsUntilAsked(notFound, null)).toBe(601);
    expect(await secondsUntilAsked(notFound, 4)).toBe(361);
    expect(await secondsUntilAsked(unknown, 4)).toBe(361);
    for (const [result, since] of [
      [unknown, null],
      [processing, 4],
      [tokenMissing, 4],
    ] as const) {
      const seconds = await secondsUntilAsked(result, since);
      expect(seconds).toBeGreaterThanOrEqual(3_600);
      expect(seconds).toBeLessThanOrEqual(3_600 * 1.2);
    }
  });

  it('is known to whoever settles it', async () => {
    const id = await writePurchase(db.owner, { sent: 60 });
    const { settleQueue } = createPurchaseQueues(db.pool, settings, silent);
    const { applied, nextCheckAt } = await settleQueue.add(settlementWithoutWords(id, 1, unknown));
    const { next } = await db.pool.get<{ next: Date }>(
      'select next_check_at as next from purchase_attempts where transaction_id = $1',
      [id],
    );
    expect([applied, nextCheckAt]).toEqual(['unsettled', next]);
    const last = createPurchaseQueues(db.pool, { ...settings, giveUpHours: 1 }, silent).settleQueue;
    expect(await last.add(settlementWithoutWords(id, 1, unknown))).toMatchObject({
      applied: 'unsettled',
      nextCheckAt: null,
    });
  });
});
