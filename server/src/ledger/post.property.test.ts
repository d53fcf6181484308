import { kobo } from '@jara/contract/money.ts';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectPostingsToBalance, letPostingsStandAlone } from '../../test/books.ts';
import { useTestPool } from '../../test/pool.ts';
import type { Db } from '../platform/db.ts';
import { houseAccount, openUserAccounts, userAccount } from './chart.ts';
import { isPostedTwice, post, type Leg, type PostOutcome } from './post.ts';

const db = useTestPool();
beforeAll(() => letPostingsStandAlone(db.owner));

/** The accounts by number: 0 to 4 are users', the rest are the house's. */
const USER_ACCOUNTS = 5;
const ACCOUNTS = 8;

interface Order {
  /** What moves: the last account takes or gives whatever makes the sum zero. */
  amounts: [account: number, amount: number][];
  counter: number;
  reference: number;
}

type Step =
  { kind: 'post' | 'roll back' | 'unbalanced'; request: Order } | { kind: 'volley'; requests: Order[] };

const account = fc.nat(ACCOUNTS - 1);
const request: fc.Arbitrary<Order> = fc.record({
  amounts: fc.array(fc.tuple(account, fc.integer({ min: -2_000, max: 2_000 })), {
    minLength: 1,
    maxLength: 4,
  }),
  counter: account,
  // Few enough that some are used again.
  reference: fc.nat(60),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('post' as const), request }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('roll back' as const, 'unbalanced' as const), request }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('volley' as const),
      requests: fc.array(request, { minLength: 2, maxLength: 12 }),
    }),
  },
);

/** What the books should hold, kept as plainly as possible. */
class Model {
  readonly ids: bigint[];
  readonly run: number;
  readonly balances = new Map<bigint, bigint>();
  readonly versions = new Map<bigint, bigint>();
  readonly posted = new Set<string>();
  constructor(ids: bigint[], run: number) {
    this.ids = ids;
    this.run = run;
  }

  legsOf({ amounts, counter }: Order): Leg[] {
    const legs = amounts.map(([number, amount]) => ({
      accountId: this.idOf(number),
      amountKobo: kobo(amount),
    }));
    const sum = amounts.reduce((total, [, amount]) => total + amount, 0);
    return [...legs, { accountId: this.idOf(counter), amountKobo: kobo(-sum) }];
  }

  referenceOf = ({ reference }: Order): string => `${this.run}-${reference}`;

  idOf(number: number): bigint {
    const id = this.ids[number];
    if (id === undefined) throw new Error(`no account ${number}`);
    return id;
  }

  isUser = (id: bigint): boolean => this.ids.indexOf(id) < USER_ACCOUNTS;

  /** What each account gains in the end; accounts that gain nothing are not part of it. */
  changesOf(asked: Order): Map<bigint, bigint> {
    const changes = new Map<bigint, bigint>();
    for (const { accountId, amountKobo } of this.legsOf(asked))
      changes.set(accountId, (changes.get(accountId) ?? 0n) + amountKobo);
    return new Map([...changes].filter(([, amount]) => amount !== 0n));
  }

  expected(asked: Order): 'posted' | 'insufficient_balance' | 'twice' | 'error' {
    const changes = this.changesOf(asked);
    if (changes.size < 2) return 'error';
    const isShort = [...changes].some(
      ([id, amount]) => this.isUser(id) && (this.balances.get(id) ?? 0n) + amount < 0n,
    );
    if (isShort) return 'insufficient_balance';
    return this.posted.has(this.referenceOf(asked)) ? 'twice' : 'posted';
  }

  apply(asked: Order): void {
    this.posted.add(this.referenceOf(asked));
    for (const [id, amount] of this.changesOf(asked)) {
      this.balances.set(id, (this.balances.get(id) ?? 0n) + amount);
      if (this.isUser(id)) this.versions.set(id, (this.versions.get(id) ?? 0n) + 1n);
    }
  }
}

const tryPost = (on: Db, model: Model, asked: Order): Promise<PostOutcome> =>
  post(on, { code: 'issue.test_top_up', reference: model.referenceOf(asked), legs: model.legsOf(asked) });

type Ended = PostOutcome['outcome'] | 'twice' | 'error';

const endOf = (outcome: Promise<PostOutcome>): Promise<Ended> =>
  outcome.then(
    (posted) => posted.outcome,
    (error: unknown) => (isPostedTwice(error) ? 'twice' : 'error'),
  );

async function postAlone(model: Model, asked: Order): Promise<void> {
  const expected = model.expected(asked);
  const before = new Map(model.balances);
  const outcome = db.pool.commit((on) => tryPost(on, model, asked));
  expect(await endOf(outcome)).toBe(expected);
  if (expected !== 'posted') return;
  model.apply(asked);
  const posted = await outcome;
  const response = posted.outcome === 'posted' ? [...posted.balances] : [];
  const changed = [...model.changesOf(asked).keys()].filter(model.isUser);
  expect(response.length).toBe(changed.length);
  for (const [id, balance] of response) {
    expect(balance).toEqual({
      before: before.get(id) ?? 0n,
      after: model.balances.get(id),
      version: model.versions.get(id),
    });
  }
}

async function postVolley(model: Model, requests: Order[]): Promise<void> {
  const ends = await Promise.all(
    requests.map((asked) => endOf(db.pool.commit((on) => tryPost(on, model, asked)))),
  );
  const held = new Map(model.balances);
  const taken = new Map<bigint, bigint>();
  for (const asked of requests)
    for (const [id, amount] of model.changesOf(asked))
      if (amount < 0n) taken.set(id, (taken.get(id) ?? 0n) + amount);
  /** Enough even if all that gives comes last. */
  const mustDo = (asked: Order): boolean =>
    [...model.changesOf(asked).keys()].every(
      (id) => !model.isUser(id) || (held.get(id) ?? 0n) + (taken.get(id) ?? 0n) >= 0n,
    );
  const before = new Set(model.posted);
  const won = new Set<string>();
  for (const [index, end] of ends.entries()) {
    const asked = requests[index];
    if (asked === undefined) continue;
    const reference = model.referenceOf(asked);
    const isBroken = model.changesOf(asked).size < 2;
    expect(end === 'error').toBe(isBroken);
    if (end === 'insufficient_balance') expect(mustDo(asked)).toBe(false);
    if (end !== 'posted') continue;
    expect(won.has(reference) || before.has(reference)).toBe(false);
    won.add(reference);
    model.apply(asked);
  }
  // Whoever lost to the same reference lost to one that is there.
  for (const [index, end] of ends.entries()) {
    const asked = requests[index];
    if (asked !== undefined && end === 'twice') expect(model.posted.has(model.referenceOf(asked))).toBe(true);
  }
}

async function take(model: Model, next: Step): Promise<void> {
  switch (next.kind) {
    case 'post':
      return postAlone(model, next.request);
    case 'volley':
      return postVolley(model, next.requests);
    case 'roll back': {
      const rolledBack = db.pool.commit(async (on) => {
        await tryPost(on, model, next.request);
        throw new Error('changed my mind');
      });
      await expect(rolledBack).rejects.toThrow(/changed my mind|postings_happen_once|does not balance/);
      return;
    }
    case 'unbalanced': {
      const [first, ...rest] = model.legsOf(next.request);
      if (first === undefined) return;
      const legs = [{ ...first, amountKobo: kobo(first.amountKobo + 1n) }, ...rest];
      const posting = { code: 'issue.demo' as const, reference: `${model.run}-unbalanced`, legs };
      await expect(db.pool.commit((on) => post(on, posting))).rejects.toThrow('does not balance');
    }
  }
}

async function expectModel(model: Model): Promise<void> {
  const rows = await db.pool.rows<{
    id: bigint;
    total: bigint;
    balance: bigint | null;
    version: bigint | null;
  }>(
    `select a.id, a.balance, a.version, coalesce(sum(e.amount), 0)::bigint as total from accounts a
     left join entries e on e.account_id = a.id where a.id = any($1) group by a.id`,
    [model.ids.slice(0, USER_ACCOUNTS)],
  );
  expect(rows.length).toBe(USER_ACCOUNTS);
  for (const { id, balance, version, total } of rows) {
    expect({ balance, version, total }).toEqual({
      balance: model.balances.get(id) ?? 0n,
      version: model.versions.get(id) ?? 0n,
      total: model.balances.get(id) ?? 0n,
    });
  }
}

let runs = 0;

async function newModel(): Promise<Model> {
  runs += 1;
  const users = [runs * 10, runs * 10 + 1, runs * 10 + 2].map(BigInt);
  return db.pool.commit(async (on) => {
    const wallets = [];
    for (const user of users) wallets.push(await openUserAccounts(on, user));
    const [first = 0n, second = 0n] = users;
    const ids = [
      ...wallets,
      await userAccount(on, first, 'earnings'),
      await userAccount(on, second, 'earnings'),
      await houseAccount(on, 'issuance'),
      await houseAccount(on, 'gateway', 'squad'),
      await houseAccount(on, 'supplier', 'GLAD'),
    ];
    return new Model(ids, runs);
  });
}

describe('post', () => {
  it('does what a plain model does, alone and in volleys, and the books hold after each step', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const model = await newModel();
      for (const next of steps) {
        await take(model, next);
        await expectModel(model);
        await expectPostingsToBalance(db.pool);
      }
    });
    await expect(fc.assert(property, { numRuns: 25, endOnFailure: true })).resolves.toBeUndefined();
  }, 180_000);
});
