import { naira, kobo, toNaira } from '@jara/contract/money.ts';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { fillBooks } from '../../../test/rich-books.ts';
import type { TestUser } from '../../../test/make.ts';
import { numberOf, shortWaits } from '../../../test/buying.ts';

const app = useTestApp({
  env: { ...shortWaits, PURCHASE_WAIT_MS: '0', STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000000' },
});

const fetchFile = (person: { token: string }, query: string) =>
  fetch(`${app.url}/api/v1/statement?${query}`, { headers: { 'x-auth-token': person.token } });
const summary = async (person: TestUser, query: Record<string, unknown>) =>
  (await app.as(person).call('getStatement', query)).reply;

interface Row {
  Date: string;
  Reference: string;
  What: string;
  'Money in': string;
  'Money out': string;
  'Of which fees': string;
  Balance: string;
  'Client reference': string;
}
const koboOf = (sum: string): bigint => BigInt(Math.round(Number(sum || 0) * 100));

async function rowsOf(person: { token: string }, query: string): Promise<Row[]> {
  const answer = await fetchFile(person, `format=csv&${query}`);
  expect(answer.status).toBe(200);
  return Papa.parse<Row>((await answer.text()).replace('\uFEFF', '').trim(), { header: true }).data;
}

/** Opening and movements are the closing balance, row by row and in sum. */
function expectToAddUp(rows: readonly Row[]): { opening: bigint; closing: bigint; movements: Row[] } {
  const [opening, ...rest] = rows;
  const closing = rest.pop();
  if (opening === undefined || closing === undefined) throw new Error('not a statement');
  expect([opening.What, closing.What]).toEqual(['Opening balance', 'Closing balance']);
  let balance = koboOf(opening.Balance);
  let [moneyIn, moneyOut, fees] = [0n, 0n, 0n];
  for (const row of rest) {
    balance += koboOf(row['Money in']) - koboOf(row['Money out']);
    expect(balance).toBe(koboOf(row.Balance));
    moneyIn += koboOf(row['Money in']);
    moneyOut += koboOf(row['Money out']);
    fees += koboOf(row['Of which fees']);
  }
  expect([balance, moneyIn, moneyOut, fees]).toEqual([
    koboOf(closing.Balance),
    koboOf(closing['Money in']),
    koboOf(closing['Money out']),
    koboOf(closing['Of which fees']),
  ]);
  return { opening: koboOf(opening.Balance), closing: balance, movements: rest };
}

/** As no program can: the books are append-only. */
const rewrite = (...statements: [sql: string, params?: unknown[]][]): Promise<void> =>
  app.owner.commit(async (db) => {
    await db.run('set local session_replication_role = replica');
    for (const [sql, params] of statements) await db.run(sql, params);
  });

interface Person {
  token: string;
  userId: bigint;
  userName: string;
}
let people: Person[];
let posted: { id: bigint; at: string }[];

/** Everybody of a book that has all kinds of postings, with a token. The postings of the last week lie on eight days of the past. */
beforeAll(async () => {
  await fillBooks(app, app.owner);
  const users = await app.context.pool.rows<{ userId: bigint; userName: string }>(
    `select u.id as "userId", u.user_name as "userName" from users u where exists (
       select from accounts a where a.user_id = u.id and a.kind = 'wallet' and a.version > 0)`,
  );
  people = [];
  for (const user of users) {
    const token = await app.context.sessions.open(app.context.pool, user.userId, {
      userAgent: 'test',
      ip: '127.0.0.1',
    });
    people.push({ ...user, token });
  }
  await moveAround();
  posted = await app.context.pool.rows('select id, posted_at::text as at from postings');
  await rewrite([
    `update postings p set posted_at = p.posted_at - (8 - least(8, (p.id - b.first) * 9 / (b.last - b.first + 1))) * interval '1 day'
     from (select min(id) as first, max(id) as last from postings) b`,
  ]);
});
afterAll(async () => {
  const [ids, times] = [posted.map(({ id }) => id), posted.map(({ at }) => at)];
  await rewrite([
    `update postings p set posted_at = o.at from unnest($1::bigint[], $2::timestamptz[]) as o(id, at) where o.id = p.id`,
    [ids, times],
  ]);
});

/** What users do among themselves, in no order. */
async function moveAround(): Promise<void> {
  const crowd = await Promise.all(
    ['carl', 'dora', 'emma'].map((userName) => app.make.user({ userName, wallet: naira(2_000) })),
  );
  const anybody = () => crowd[Math.floor(Math.random() * crowd.length)] ?? app.make.user();
  for (let count = 0; count < 40; count += 1) {
    const [one, other] = [await anybody(), await anybody()];
    const amount = Math.ceil(Math.random() * 20_000) / 100;
    const airtime = { network: 1, mobile_number: numberOf('MTN', '1234'), amount: 100, force: true };
    const moves = [
      () => app.as(one).call('testTopUp', { amount }),
      () => app.as(one).call('transferFund', { userName: other.userName, amount, force: true }),
      () => app.as(one).call('buyAirtime', airtime),
      () => app.as(one).call('buyAirtime', { ...airtime, mobile_number: numberOf('MTN', '0001') }),
    ];
    await moves[Math.floor(Math.random() * moves.length)]?.();
  }
  await vi.waitFor(() => expect(app.context.purchases.sending.ongoing.ids()).toEqual([]));
}

const day = async (ago: number): Promise<string> =>
  (
    await app.context.pool.get<{ day: string }>(
      `select lagos_day(now() - $1 * interval '1 day')::text as day`,
      [ago],
    )
  ).day;

describe('the statement of a wallet', () => {
  it('adds up to the kobo for everybody, over any period, and is what the ledger holds', async () => {
    const { pool } = app.context;
    const days = await Promise.all(Array.from({ length: 10 }, (_, index) => day(9 - index)));
    let count = 0;
    for (const person of people) {
      const entries = await pool.rows<{ day: string; amount: bigint; after: bigint }>(
        `select lagos_day(p.posted_at)::text as day, e.amount, e.balance_after as after from entries e
         join postings p on p.id = e.posting_id join accounts a on a.id = e.account_id
         where a.user_id = $1 and a.kind = 'wallet' order by e.version`,
        [person.userId],
      );
      for (const [start, end] of [
        [0, 9],
        [0, 3],
        [4, 6],
        [7, 9],
        [5, 5],
      ] as const) {
        const [from = '', to = ''] = [days[start], days[end]];
        const { opening, closing, movements } = expectToAddUp(await rowsOf(person, `from=${from}&to=${to}`));
        const before = entries.filter((entry) => entry.day < from);
        const within = entries.filter((entry) => entry.day >= from && entry.day <= to);
        expect(opening).toBe(before.at(-1)?.after ?? 0n);
        expect(movements.map((row) => koboOf(row['Money in']) - koboOf(row['Money out']))).toEqual(
          within.map(({ amount }) => amount),
        );
        expect(closing).toBe(within.at(-1)?.after ?? opening);
        count += movements.length;
      }
    }
    expect(count).toBeGreaterThan(100);
  });

  it('names the transaction of each movement, and has refunds, transfers, withdrawals, coupons and fees', async () => {
    const { pool } = app.context;
    const seen = new Set<string>();
    for (const person of people) {
      const { movements } = expectToAddUp(await rowsOf(person, `from=${await day(9)}`));
      const transactions = await pool.rows<{
        reference: string;
        description: string;
        type: string;
        client: string;
      }>(
        `select reference, description, type, coalesce(client_reference, '') as client from transactions where user_id = $1 and balance_after <> balance_before
           and type not in ('referrer') order by balance_after`,
        [person.userId],
      );
      expect(
        movements
          .map(({ Reference }) => Reference)
          .filter((one) => one !== '')
          .toSorted(),
      ).toEqual(transactions.map(({ reference }) => reference).toSorted());
      for (const { Reference, What, 'Client reference': client } of movements) {
        const transaction = transactions.find(({ reference }) => reference === Reference);
        if (transaction === undefined) continue;
        expect(client).toBe(transaction.client);
        expect(What).toBe(`${transaction.type === 'refund' ? 'Refund: ' : ''}${transaction.description}`);
        seen.add(transaction.type);
      }
    }
    for (const type of [
      'data',
      'airtime',
      'electricity',
      'wallet',
      'transfer',
      'refund',
      'withdraw',
      'earning',
    ])
      expect(seen).toContain(type);
  });

  it('counts the fee of funding, withdrawing and upgrading, and that of a withdrawal that came back only once each way', async () => {
    const { pool } = app.context;
    for (const person of people) {
      const { movements } = expectToAddUp(await rowsOf(person, `from=${await day(9)}`));
      const { fees } = await pool.get<{ fees: bigint }>(
        `select coalesce(sum(case when w.transaction_id is null then t.fee_kobo
             when t.status in ('failed', 'refunded') then 0 else t.fee_kobo end), 0)::bigint as fees
         from transactions t left join withdrawals w on w.transaction_id = t.id
         where t.user_id = $1 and t.balance_after is not null`,
        [person.userId],
      );
      const { upgrades } = await pool.get<{ upgrades: bigint }>(
        `select coalesce(-sum(e.amount), 0)::bigint as upgrades from entries e join postings p on p.id = e.posting_id
         join accounts a on a.id = e.account_id where p.code = 'upgrade.fee' and a.user_id = $1`,
        [person.userId],
      );
      const { debited } = await pool.get<{ debited: bigint }>(
        `select coalesce(sum(fee_kobo), 0)::bigint as debited from debits where user_id = $1 and kind = 'chargeback'`,
        [person.userId],
      );
      const said = movements.reduce((total, row) => total + koboOf(row['Of which fees']), 0n);
      expect([person.userName, said]).toEqual([person.userName, fees + upgrades - debited]);
    }
  });

  it('is as PDF what it is as CSV, with the brand, and of no period in JSON', async () => {
    const [person] = people;
    if (person === undefined) throw new Error('nobody is there');
    const answer = await fetchFile(person, `format=pdf&from=${await day(9)}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="statement-.*\.pdf"$/);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.toString('latin1').trimEnd()).toMatch(/%%EOF$/);
    const { closing, movements } = expectToAddUp(await rowsOf(person, `from=${await day(9)}`));
    const said = (await app.as(person).call('getStatement', { from: await day(9) })).reply;
    expect(said).toMatchObject({ closingBalance: toNaira(kobo(closing)), movements: movements.length });
  });

  it('is one’s own alone, and follows on from the period before', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const today = await day(0);
    expect(await summary(ada, {})).toEqual({
      from: `${today.slice(0, 8)}01`,
      to: today,
      openingBalance: 0,
      closingBalance: 1_000,
      movements: 1,
    });
    expect(await summary(ada, { from: await day(1), to: await day(1) })).toMatchObject({
      openingBalance: 0,
      closingBalance: 0,
      movements: 0,
    });
    expect((await app.anybody().call('getStatement')).status).toBe(401);
  });

  it.each([
    ['from', { from: '2026-02-30' }, 'Enter the day as YYYY-MM-DD'],
    ['to', { to: 'x' }, 'Enter the day as YYYY-MM-DD'],
    ['to', { from: '2026-05-02', to: '2026-05-01' }, 'The last day is before the first one'],
    ['format', { format: 'xls' }, 'Unknown format: choose json, csv or pdf'],
  ])('refuses a wrong %s: %j', async (field, query, msg) => {
    const { status, refusal } = await app.as(await app.make.user()).call('getStatement', query);
    expect([status, refusal.msg, refusal.errors]).toEqual([400, msg, [{ field, msg }]]);
  });
});

describe('the wallet of a program with many movements', () => {
  it('is refused as PDF beyond 5,000, comes whole as CSV', async () => {
    const ada = await app.make.user();
    // As `write_posting` writes them, without the transactions that show them.
    await rewrite(
      [
        `with account as (select id from accounts where user_id = $1 and kind = 'wallet'),
          made as (insert into postings (code, reference, posted_at)
            select 'issue.demo', 'many ' || n, now() - interval '1 hour' + n * interval '0.1 second' from generate_series(1, 5001) n returning id, reference)
         insert into entries (posting_id, leg, account_id, amount, balance_before, balance_after, version)
         select m.id, 1, a.id, 100, (n.n - 1) * 100, n.n * 100, n.n
         from made m cross join lateral (select substr(m.reference, 6)::bigint as n) n, account a`,
        [ada.userId],
      ],
      [
        `update accounts set balance = 500100, version = 5001 where user_id = $1 and kind = 'wallet'`,
        [ada.userId],
      ],
    );
    try {
      const refused = await app.as(ada).call('getStatement', { format: 'pdf', from: await day(1) });
      const msg =
        'This period has 5,001 movements, and a PDF file holds 5,000. Choose a shorter period, or CSV';
      expect([refused.status, refused.refusal.msg]).toEqual([400, msg]);
      const { movements, closing } = expectToAddUp(await rowsOf(ada, `from=${await day(1)}`));
      expect([movements.length, closing]).toEqual([5_001, 500_100n]);
    } finally {
      await rewrite(
        [
          `delete from entries where account_id = (select id from accounts where user_id = $1 and kind = 'wallet')`,
          [ada.userId],
        ],
        [`delete from postings where reference like 'many %'`],
        [`update accounts set balance = 0, version = 0 where user_id = $1 and kind = 'wallet'`, [ada.userId]],
      );
    }
  });
});
