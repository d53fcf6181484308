/** Every word of a supplier in every state that an attempt can be in: `settle_purchases` does what the table of states says. */
import { naira } from '@jara/contract/money.ts';
import type { TransactionStatus } from '@jara/contract/constants.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestPool } from '../../../test/pool.ts';
import { createUser } from '../accounts/create-user.ts';
import {
  appliedTo,
  attemptStates,
  isOpen,
  outcomes,
  type Applied,
  type AttemptState,
  type Said,
} from '../../ledger/states.ts';
import type { Db } from '../../platform/db.ts';
import { openPurchaseAccounts } from './house-accounts.ts';
import { askedNow } from './testing/asked-now.ts';
import { settleInCommit, settlementWithoutWords, type Settlement } from './settle.ts';

const db = useTestPool(2);
let userId: bigint;
beforeAll(async () => {
  await openPurchaseAccounts(db.pool, ['GLAD', 'ALARO']);
  const person = { userName: 'ada', fullName: 'Ada', email: 'ada@people.example', phone: '08030000001' };
  ({ userId } = await db.pool.commit((on) => createUser(on, { ...person, passwordHash: 'x' })));
});

/** What a purchase can be while an attempt of it is in this state. */
const statusesOf: Record<AttemptState, readonly TransactionStatus[]> = {
  // Of withdrawals alone.
  held: [],
  sent: ['pending'],
  unknown: ['pending'],
  manual: ['pending'],
  delivered: ['success', 'refunded'],
  refused: ['pending', 'success', 'failed', 'refunded'],
  reversed: ['refunded'],
  delivered_late: ['pending', 'success', 'failed', 'refunded'],
  reversed_late: ['pending', 'success', 'failed', 'refunded'],
  recovered: ['refunded'],
};

const SEEN = '11112222333344445555';
const OTHER = '55554444333322221111';
/** What is on record of the value: nothing, a delivery that was told, a token that was seen. */
const records = ['nothing', 'told', 'token'] as const;

interface Word {
  name: string;
  said: Said;
  result: Settlement['result'];
  tokens?: string[];
  hasNext?: boolean;
  isAskedSinceReversal?: true;
  /** It is not asked about by itself any more. */
  isLast?: boolean;
  /** How long ago it was sent, and was not known for the first time. */
  notKnownFor?: string;
}
const words: readonly Word[] = [
  { name: 'delivered', said: 'delivered', result: { outcome: 'delivered', tokens: [], units: null } },
  {
    name: 'delivered, asked after it was taken back',
    said: 'delivered',
    isAskedSinceReversal: true,
    result: { outcome: 'delivered', tokens: [], units: null, isAskedSinceReversal: true },
  },
  {
    name: 'delivered, its token not there yet, asked after it was taken back',
    said: 'delivered, its token not there yet',
    isAskedSinceReversal: true,
    result: { outcome: 'processing', isDelivered: true, isAskedSinceReversal: true },
  },
  {
    name: 'delivered with the token that was seen',
    said: 'delivered',
    tokens: [SEEN],
    result: { outcome: 'delivered', tokens: [SEEN], units: null },
  },
  {
    name: 'delivered with another token',
    said: 'delivered',
    tokens: [OTHER],
    result: { outcome: 'delivered', tokens: [OTHER], units: null },
  },
  {
    name: 'delivered, its token not there yet',
    said: 'delivered, its token not there yet',
    result: { outcome: 'processing', isDelivered: true },
  },
  { name: 'refused by the last', said: 'refused', result: { outcome: 'refused', nextSupplier: null } },
  {
    name: 'refused, another is left',
    said: 'refused',
    hasNext: true,
    result: { outcome: 'refused', nextSupplier: 'ALARO' },
  },
  {
    name: 'refused with a token beside it',
    said: 'refused',
    tokens: [OTHER],
    result: { outcome: 'refused', nextSupplier: null, tokens: [OTHER] },
  },
  { name: 'nothing for certain', said: 'not known yet', result: { outcome: 'unknown' } },
  {
    name: 'nothing for certain, and the last check is over',
    said: 'not known yet',
    isLast: true,
    result: { outcome: 'unknown' },
  },
  { name: 'that it is on its way', said: 'not known yet', result: { outcome: 'processing' } },
  {
    name: 'that nobody knows it, for the first time',
    said: 'not known yet',
    result: { outcome: 'not_found', nextSupplier: 'ALARO', askedAt: new Date(0) },
  },
  {
    name: 'that nobody knows it, before the quiet time is over',
    said: 'not known yet',
    notKnownFor: '9 minutes 59 seconds',
    result: { outcome: 'not_found', nextSupplier: 'ALARO', askedAt: new Date(0) },
  },
  {
    name: 'that nobody knows it, when that is certain and another is left',
    said: 'refused',
    hasNext: true,
    notKnownFor: '10 minutes',
    result: { outcome: 'not_found', nextSupplier: 'ALARO', askedAt: new Date(0) },
  },
  {
    name: 'that nobody knows it, when that is certain, by the last',
    said: 'refused',
    notKnownFor: '10 minutes',
    result: { outcome: 'not_found', nextSupplier: null, askedAt: new Date(0) },
  },
];

interface Standing {
  attempt: AttemptState;
  status: TransactionStatus;
  record: (typeof records)[number];
  isDisputed: boolean;
}

const standings = Object.entries(statusesOf).flatMap(([attempt, statuses]) =>
  statuses.flatMap((status) =>
    records.flatMap((record) =>
      [false, true].map(
        (isDisputed): Standing => ({ attempt: attempt as AttemptState, status, record, isDisputed }), // the keys of the literal
      ),
    ),
  ),
);

const unknownYet: Standing = {
  attempt: 'unknown',
  status: 'pending',
  record: 'nothing',
  isDisputed: false,
};

const settings = { firstCheckSeconds: 5, unknownReferenceQuietSeconds: 600, giveUpHours: 24 };

const settleFirst = (
  on: Db,
  transactionId: bigint,
  result: Settlement['result'],
  own: Partial<typeof settings> = {},
): Promise<string> =>
  settleInCommit(on, settlementWithoutWords(transactionId, 1, result), { ...settings, ...own });

/** Puts a purchase on record as it stands, says the word, and gives what became of it; nothing stays. */
async function settleWith(standing: Standing, { result, isLast, notKnownFor }: Word) {
  const rollback = new Error('rollback');
  let received: { applied: string; attempt: string; status: string; posted: string | null } | undefined;
  const tried = db.owner.commit(async (on) => {
    const id = await writePurchase(on, standing);
    if (notKnownFor !== undefined) {
      await on.run(
        `update purchase_attempts set sent_at = now() - $2::interval, first_not_found_at = now() - $2::interval where transaction_id = $1`,
        [id, notKnownFor],
      );
    }
    const said = await askedNow(on, result);
    const applied = await settleFirst(on, id, said, isLast === true ? { giveUpHours: 0 } : {});
    received = {
      applied,
      ...(await on.get<{ attempt: string; status: string; posted: string | null }>(
        `select a.state as attempt, t.status,
           (select string_agg(p.code, ', ') from postings p where split_part(p.reference, '/', 1) = t.id::text) as posted
         from transactions t join purchase_attempts a on a.transaction_id = t.id and a.attempt = 1 where t.id = $1`,
        [id],
      )),
    };
    throw rollback;
  });
  await expect(tried).rejects.toBe(rollback);
  return received;
}

async function writePurchase(
  on: Db,
  { attempt, status, record: known, isDisputed }: Standing,
): Promise<bigint> {
  const { id } = await on.get<{ id: bigint }>(
    `insert into transactions (user_id, reference, type, status, network, product, description, recipient, amount_kobo, price_kobo,
       cost_kobo, balance_before, balance_after, tokens, supplier)
     values ($1, 'JRSTATES', 'electricity', $2, 'Ikeja', 'IKEJA-PREPAID', 'Electricity', '12345678901', $3, $3, $4, $3, 0, $5, 'GLAD')
     returning id`,
    [userId, status, naira(1_050), naira(990), known === 'token' ? [SEEN] : []],
  );
  await on.run(
    `insert into purchase_attempts (transaction_id, attempt, supplier, state, delivery_reported_at, disputed_at, next_check_at, reversal)
     values ($1, 1, 'GLAD', $2, $3, $4, $5, case when $2 in ('reversed', 'recovered') then $2 end)`,
    [
      id,
      attempt,
      known === 'told' ? new Date() : null,
      isDisputed ? new Date() : null,
      attempt === 'sent' || attempt === 'unknown' ? new Date() : null,
    ],
  );
  return id;
}

function expected({ attempt, status, record: known, isDisputed }: Standing, word: Word) {
  const seen = known === 'token' ? [SEEN] : [];
  const applied = appliedTo({
    kind: 'purchase',
    said: word.said,
    attempt,
    status,
    hasValue: known !== 'nothing' || (word.tokens ?? []).length > 0,
    hasNewToken: (word.tokens ?? []).some((token) => !seen.includes(token)),
    isDisputed,
    hasNext: word.hasNext === true,
    isAskedSinceReversal: word.isAskedSinceReversal === true,
  });
  const outcome = outcomes[applied];
  return {
    applied,
    attempt: attemptAfter(applied, attempt, word),
    status: outcome.status ?? status,
    posted: outcome.posting.purchase,
  };
}

function attemptAfter(applied: Applied, before: AttemptState, { isLast }: Word): AttemptState {
  const after = outcomes[applied].attempt;
  switch (after) {
    case 'same':
      return before;
    case 'manual, or same':
      return isOpen(before) ? 'manual' : before;
    case 'unknown, or manual after the last check':
      return isLast === true ? 'manual' : 'unknown';
    case 'delivered':
    case 'refused':
    case 'reversed':
    case 'delivered_late':
    case 'reversed_late':
    case 'recovered':
      return after;
  }
}

describe('settle_purchases', () => {
  it.each(words)('does what the table says when it is told: $name', async (word) => {
    const [found, wanted] = [new Map<string, unknown>(), new Map<string, unknown>()];
    for (const standing of standings) {
      const { attempt, status, record: known, isDisputed } = standing;
      const name = `${attempt}, ${status}, ${known}${isDisputed ? ', disputed' : ''}`;
      found.set(name, await settleWith(standing, word));
      wanted.set(name, expected(standing, word));
    }
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
  });

  it.each([null, ''])('leaves the last words where an answer has none but %j', async (raw) => {
    const rollback = new Error('rollback');
    for (const { name, result } of words) {
      const tried = db.owner.commit(async (on) => {
        const id = await writePurchase(on, unknownYet);
        await on.run(`update purchase_attempts set raw = 'said' where transaction_id = $1`, [id]);
        const settlement = { ...settlementWithoutWords(id, 1, result), raw };
        expect(await settleInCommit(on, settlement, settings)).not.toBe('nothing');
        const ofFirst = 'select raw from purchase_attempts where transaction_id = $1 and attempt = 1';
        expect([name, await on.get(ofFirst, [id])]).toEqual([name, { raw: 'said' }]);
        throw rollback;
      });
      await expect(tried).rejects.toBe(rollback);
    }
  });

  it('is tried in every state, and comes to every outcome', () => {
    expect(Object.keys(statusesOf)).toEqual(Object.keys(attemptStates));
    const reached = standings.flatMap((standing) => words.map((word) => expected(standing, word).applied));
    expect(new Set(reached)).toEqual(new Set(Object.keys(outcomes)));
  });
});
