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
}
const again = new Date(Date.now() + 60_000);
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
    result: {
      outcome: 'unsettled',
      notFound: false,
      isDelivered: true,
      nextCheckAt: again,
      isAskedSinceReversal: true,
    },
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
    result: { outcome: 'unsettled', notFound: false, isDelivered: true, nextCheckAt: again },
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
  {
    name: 'not known yet',
    said: 'not known yet',
    result: { outcome: 'unsettled', notFound: null, nextCheckAt: again },
  },
  {
    name: 'not known yet, and the last check is over',
    said: 'not known yet',
    isLast: true,
    result: { outcome: 'unsettled', notFound: null, nextCheckAt: null },
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

const settleFirst = (on: Db, transactionId: bigint, result: Settlement['result']): Promise<string> =>
  settleInCommit(on, settlementWithoutWords(transactionId, 1, result), { firstCheckSeconds: 5 });

/** Puts a purchase on record as it stands, says the word, and gives what became of it; nothing stays. */
async function settleWith(standing: Standing, { result }: Word) {
  const rollback = new Error('rollback');
  let received: { applied: string; attempt: string; status: string; posted: string | null } | undefined;
  const tried = db.owner.commit(async (on) => {
    const id = await writePurchase(on, standing);
    const applied = await settleFirst(on, id, result);
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

  it('remembers the first "not known" through broken connections, until the supplier knows the order', async () => {
    const rollback = new Error('rollback');
    const tried = db.owner.commit(async (on) => {
      const id = await writePurchase(on, unknownYet);
      const sinceAfter = async (notFound: boolean | null) => {
        await settleFirst(on, id, { outcome: 'unsettled', notFound, nextCheckAt: again });
        const attempt = await on.get<{ since: Date | null }>(
          'select first_not_found_at as since from purchase_attempts where transaction_id = $1',
          [id],
        );
        return attempt.since;
      };
      expect(await sinceAfter(null)).toBeNull();
      expect(await sinceAfter(true)).not.toBeNull();
      const since = new Date('2026-11-22T12:00:00Z');
      await on.run('update purchase_attempts set first_not_found_at = $2 where transaction_id = $1', [
        id,
        since,
      ]);
      for (const notFound of [null, true, null]) expect(await sinceAfter(notFound)).toEqual(since);
      expect(await sinceAfter(false)).toBeNull();
      throw rollback;
    });
    await expect(tried).rejects.toBe(rollback);
  });

  it.each([
    ['refuses it in words', false],
    ['does not know it again', true],
  ])(
    'what was not known once, and whose supplier then %s, is asked about on: %s',
    async (_what, notFound) => {
      const rollback = new Error('rollback');
      const tried = db.owner.commit(async (on) => {
        const id = await writePurchase(on, unknownYet);
        await settleFirst(on, id, { outcome: 'unsettled', notFound: true, nextCheckAt: again });
        const refused = { outcome: 'refused', nextSupplier: null, ...(notFound && { notFound }) } as const;
        expect(await settleFirst(on, id, refused)).toBe('returned');
        const asked = await on.get(
          `select first_not_found_at is not null as unknown, return_check_at is not null as "askedOn"
         from purchase_attempts where transaction_id = $1`,
          [id],
        );
        expect(asked).toEqual({ unknown: notFound, askedOn: notFound });
        throw rollback;
      });
      await expect(tried).rejects.toBe(rollback);
    },
  );

  it.each([null, ''])('leaves the last words where an answer has none but %j', async (raw) => {
    const rollback = new Error('rollback');
    for (const { name, result } of words) {
      const tried = db.owner.commit(async (on) => {
        const id = await writePurchase(on, unknownYet);
        await on.run(`update purchase_attempts set raw = 'said' where transaction_id = $1`, [id]);
        const settlement = { ...settlementWithoutWords(id, 1, result), raw };
        expect(await settleInCommit(on, settlement, { firstCheckSeconds: 5 })).not.toBe('nothing');
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
