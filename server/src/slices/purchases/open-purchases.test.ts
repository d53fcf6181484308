/**
 * What commit 1 makes of several purchases that come in one batch, each case told as its outcomes in order. The queue forms batches as
 * they come; here they are what the test says.
 */
import { kobo, naira, negate, type Kobo } from '@jara/contract/money.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectBooksToBalance } from '../../../test/books.ts';
import { catalogueVersion } from '../../../test/buying.ts';
import { useTestPool } from '../../../test/pool.ts';
import { principalOf, signedIn } from '../../../test/principal.ts';
import { setDailyLimit, setFrozen } from '../../ledger/spending-controls.ts';
import { houseAccount } from '../../ledger/chart.ts';
import { post } from '../../ledger/post.ts';
import type { Db } from '../../platform/db.ts';
import { createUser } from '../accounts/create-user.ts';
import { compositeArray } from '../../platform/batches/composite-array.ts';
import { openPurchaseAccounts } from './house-accounts.ts';
import { purchaseToOpen } from './open.ts';

const db = useTestPool(2);
let people = 0;
let references = 0;

interface Person {
  userId: bigint;
  walletAccountId: bigint;
  /** Hash of the token of an open session. */
  tokenHash: Buffer;
}

async function person(wallet: Kobo): Promise<Person> {
  people += 1;
  const facts = {
    userName: `person_${people}`,
    fullName: 'Ada',
    email: `person_${people}@people.example`,
    phone: `0803${String(people).padStart(7, '0')}`,
    passwordHash: 'x',
    isDemo: true,
  };
  const user = await db.pool.commit(async (on) => {
    const made = await createUser(on, facts);
    const legs = [
      { accountId: await houseAccount(on, 'issuance'), amountKobo: negate(wallet) },
      { accountId: made.walletAccountId, amountKobo: wallet },
    ];
    await post(on, { code: 'issue.demo', reference: String(made.userId), legs });
    return made;
  });
  const { tokenHash } = await signedIn(db.pool, principalOf({ ...user, userName: facts.userName }));
  return { ...user, tokenHash };
}

let ada: Person;
let chidi: Person;
beforeAll(async () => {
  await db.owner.run(
    `insert into services (name, service_type, is_open) values ('MTN', 'data', true), ('MTN', 'airtime', true), ('GLO', 'data', false)`,
  );
  await openPurchaseAccounts(db.pool, ['GLAD']);
});
beforeEach(async () => {
  [ada, chidi] = [await person(naira(1_000)), await person(naira(1_000))];
});

interface Order {
  version?: bigint;
  by?: Person;
  session?: Buffer | null;
  price?: Kobo;
  key?: string;
  hash?: string;
  force?: boolean;
  network?: string;
  planId?: number;
  recipient?: string;
}

/** A plan of ₦300 for one number, unless the case says otherwise. */
const toItem = (order: Order, n: number, versionOfNow: bigint) => {
  references += 1;
  const { by = ada, price = naira(300), key = null, force = false, network = 'MTN' } = order;
  const { planId = 1, session = by.tokenHash } = order;
  return {
    n,
    wallet: Number(by.walletAccountId),
    user_id: Number(by.userId),
    key,
    request_hash: key === null ? null : `\\x${Buffer.from(order.hash ?? 'same').toString('hex')}`,
    force,
    reference: `JRBATCH${references}`,
    type: 'data',
    network,
    product: `${network}-SME`,
    description: '1GB',
    recipient: order.recipient ?? '08031234567',
    plan_id: planId,
    price: Number(price),
    face_value: Number(price),
    cost: 29_000,
    catalogue_version: Number(order.version ?? versionOfNow),
    volume_mb: 1_000,
    supplier: 'GLAD',
    session_hash: session && `\\x${session.toString('hex')}`,
  };
};

/** The outcomes of the batch, in its order; with what a limit leaves. */
async function openOn(on: Db, ...orders: Order[]): Promise<string[]> {
  const version = await catalogueVersion(on);
  const items = orders.map((order, n) => toItem(order, n, version));
  const { answers } = await on.get<{ answers: { n: number; outcome: string; left?: number }[] }>(
    `select open_purchases($1, interval '30 seconds', interval '5 seconds') as answers`,
    [compositeArray(purchaseToOpen, items)],
  );
  const inOrder = answers.toSorted((a, b) => a.n - b.n);
  return inOrder.map(({ outcome, left }) => (left === undefined ? outcome : `${outcome}, ${left} left`));
}
async function open(...orders: Order[]): Promise<string[]> {
  const outcomes = await openOn(db.pool, ...orders);
  await expectBooksToBalance(db.pool);
  return outcomes;
}
const balanceOf = async ({ walletAccountId }: Person) =>
  (await db.pool.get<{ balance: bigint }>('select balance from accounts where id = $1', [walletAccountId]))
    .balance;

describe('a session', () => {
  it.each([
    ['ended', 'delete from sessions'],
    ['expired', 'update sessions set expires_at = now()'],
  ])('that has %s buys nothing and shows no key; another of the same user goes on', async (_how, sql) => {
    const { tokenHash: session } = await signedIn(db.pool, principalOf({ ...ada, userName: 'ada' }));
    expect(await open({ key: 'k' })).toEqual(['accepted']);
    await db.owner.run(`${sql} where token_hash = $1`, [ada.tokenHash]);
    const ofEnded = [{ key: 'k' }, { key: 'k', hash: 'another' }, {}, { price: naira(5_000) }];
    const ended = ofEnded.map(() => 'ended');
    expect(await open(...ofEnded, { by: chidi }, { session, planId: 2 })).toEqual([
      ...ended,
      'accepted',
      'accepted',
    ]);
    expect(await balanceOf(ada)).toBe(naira(400));
  });

  it("is its user's: with another's, and with none, nothing is bought", async () => {
    const sessions = [chidi.tokenHash, null, Buffer.alloc(0)];
    expect(await open(...sessions.map((session) => ({ session })))).toEqual(['ended', 'ended', 'ended']);
    expect([await balanceOf(ada), await balanceOf(chidi)]).toEqual([naira(1_000), naira(1_000)]);
  });
});

describe('a wallet', () => {
  it('buys for exactly what it holds, and for no kobo more', async () => {
    expect(await open({ price: kobo(100_001), recipient: '1' }, { price: naira(1_000) })).toEqual([
      'insufficient',
      'accepted',
    ]);
    expect(await balanceOf(ada)).toBe(0n);
  });

  it('holds for each purchase of a batch what the one before it left, whatever another wallet holds', async () => {
    const outcomes = await open(
      ...['1', '2', '3', '4'].map((recipient) => ({ recipient })),
      ...['1', '2', '3', '4'].map((recipient) => ({ recipient, by: chidi })),
      { recipient: '5', price: naira(100) },
    );
    const three = ['accepted', 'accepted', 'accepted', 'insufficient'];
    expect(outcomes).toEqual([...three, ...three, 'accepted']);
    expect([await balanceOf(ada), await balanceOf(chidi)]).toEqual([0n, naira(100)]);
  });

  it('buys nothing while it is frozen, and another in the same batch does', async () => {
    await setFrozen(db.pool, ada.userId, true);
    expect(await open({}, { by: chidi })).toEqual(['frozen', 'accepted']);
  });

  it('lets the exact rest of its limit out, purchase by purchase, and no kobo more', async () => {
    await setDailyLimit(db.pool, ada.userId, naira(600));
    const outcomes = await open(
      { recipient: '1' },
      { recipient: '2', price: kobo(30_001) },
      { recipient: '3' },
      { recipient: '4', price: kobo(1) },
    );
    expect(outcomes).toEqual(['accepted', 'over_limit, 30000 left', 'accepted', 'over_limit, 0 left']);
    expect(await open({ recipient: '5', price: kobo(1) })).toEqual(['over_limit, 0 left']);
    expect(await balanceOf(ada)).toBe(naira(400));
  });
});

describe('the same purchase without a key', () => {
  it('is one of the same plan for the same number by the same user', async () => {
    const others: Order[] = [{ planId: 2 }, { recipient: '08039999999' }, { by: chidi }];
    expect(await open({})).toEqual(['accepted']);
    expect(await open({}, ...others)).toEqual(['duplicate', 'accepted', 'accepted', 'accepted']);
  });

  it('in one batch is asked about again, after the commit of the first', async () => {
    expect(await open({}, { planId: 2 }, {})).toEqual(['accepted', 'accepted', 'again']);
    expect(await open({})).toEqual(['duplicate']);
  });

  it('in one batch is found whoever else buys the same in it, and with which key', async () => {
    const theirs = { by: chidi, key: 'k' };
    const bought = await open({}, theirs, {}, { by: chidi }, theirs, { force: true });
    expect(bought).toEqual(['accepted', 'accepted', 'again', 'again', 'again', 'accepted']);
  });

  it('is made all the same when it is asked for', async () => {
    expect(await open({}, { force: true })).toEqual(['accepted', 'accepted']);
    expect(await open({ force: true })).toEqual(['accepted']);
  });

  it.each([
    ['failed', 'accepted'],
    ['refunded', 'accepted'],
    ['success', 'duplicate'],
    ['pending', 'duplicate'],
  ])('after one that is %s is: %s', async (status, outcome) => {
    const rollback = new Error('rollback');
    expect(await open({})).toEqual(['accepted']);
    const tried = db.owner.commit(async (on) => {
      await on.run('update transactions set status = $2 where user_id = $1', [ada.userId, status]);
      expect(await openOn(on, {})).toEqual([outcome]);
      throw rollback;
    });
    await expect(tried).rejects.toBe(rollback);
  });
});

describe('a key', () => {
  it('gives the purchase that was made by it, and refuses another request', async () => {
    expect(await open({ key: 'k' })).toEqual(['accepted']);
    expect(await open({ key: 'k' }, { key: 'k', hash: 'another' })).toEqual(['replay', 'key_reused']);
  });

  it("is its owner's: the same of somebody else is another", async () => {
    expect(await open({ key: 'k' })).toEqual(['accepted']);
    expect(await open({ key: 'k', by: chidi })).toEqual(['accepted']);
  });

  it('twice in one batch is asked about again, and makes one purchase', async () => {
    expect(await open({ key: 'k' }, { key: 'k' }, { key: 'other' })).toEqual([
      'accepted',
      'again',
      'accepted',
    ]);
    expect(await balanceOf(ada)).toBe(naira(400));
  });
});

describe('a service', () => {
  it('that is locked, or that nobody knows, sells nothing', async () => {
    expect(await open({ network: 'GLO' }, { network: 'NOBODY' }, {})).toEqual([
      'locked',
      'locked',
      'accepted',
    ]);
  });
});

describe('a price', () => {
  const catalogueTables = [
    'plans',
    'supplier_plans',
    'services',
    'supplier_routes',
    'special_prices',
    'cost_prices',
    'airtime_costs',
    'electricity_costs',
  ];

  it('that another catalogue decided than that of now is asked for anew; a key that was used is answered', async () => {
    const version = await catalogueVersion(db.pool);
    expect(await open({ key: 'k', version })).toEqual(['accepted']);
    await db.owner.run(`update services set is_open = is_open`);
    const later = await catalogueVersion(db.pool);
    expect(
      await open(
        { key: 'k', version },
        { key: 'new', version },
        { version: later + 1n, recipient: '1' },
        { version: later, recipient: '2' },
        { version, network: 'GLO' },
      ),
    ).toEqual(['replay', 'repriced', 'repriced', 'accepted', 'locked']);
    expect(await balanceOf(ada)).toBe(naira(400));
  });

  it.each(catalogueTables)('is another one when something of %s may have changed', async (table) => {
    const before = await catalogueVersion(db.pool);
    await db.owner.run(`delete from ${table} where false`);
    expect(await catalogueVersion(db.pool)).toBe(before + 1n);
  });
});

describe('while the shop is closed after a restore', () => {
  it('a key gives what was made by it, and nothing is bought', async () => {
    expect(await open({ key: 'k' })).toEqual(['accepted']);
    await db.owner.run('insert into recoveries (restored_to) values (now())');
    expect(await open({ key: 'k' }, { key: 'k', hash: 'another' }, { key: 'new' }, { by: chidi })).toEqual([
      'replay',
      'key_reused',
      'closed',
      'closed',
    ]);
    await db.owner.run(`update recoveries set opened_at = now(), reason = 'the end of a test'`);
    expect(await open({ by: chidi })).toEqual(['accepted']);
  });
});

describe('its delivery', () => {
  // Fifty thousand sales a day would write each index of the largest table twice.
  it('changes each transaction of a batch where it is, so that no index of it is written again', async () => {
    const orders = Array.from({ length: 40 }, (_, n) => ({ key: `order ${n}`, price: naira(10) }));
    expect(await open(...orders)).toEqual(orders.map(() => 'accepted'));
    const counted = (on: Db) =>
      on.get<{ all: bigint; inPlace: bigint }>(
        `select n_tup_upd as all, n_tup_hot_upd as "inPlace" from pg_stat_xact_user_tables where relname = 'transactions'`,
      );
    const settle = `select settle_purchases(array(
      select jsonb_populate_record(null::purchase_to_settle, jsonb_build_object('n', id, 'transaction_id', id, 'attempt', 1,
        'outcome', 'delivered', 'message', 'You have gifted 1 GB to 0803 000 0000. Thank you for buying.', 'tokens', '[]'::jsonb))
      from (select id from transactions order by id desc limit 40) bought), interval '5 seconds', interval '10 minutes', interval '1 day')`;
    await db.owner.commit(async (on) => {
      const before = await counted(on);
      await on.run(settle);
      expect(await counted(on)).toEqual({ all: before.all + 40n, inPlace: before.inPlace + 40n });
    });
  });
});
