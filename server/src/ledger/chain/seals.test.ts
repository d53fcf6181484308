import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ofChain } from '../../../test/corruptions/chain.ts';
import { rowsRead } from '../../../test/database.ts';
import { openRichBooks } from '../../../test/rich-app.ts';
import { brokenAfter } from '../../../test/spoil.ts';
import { findChainBreaks } from './chain-rules.ts';
import { exportChain } from './export-chain.ts';
import { headOfChain, sealRows } from './seals.ts';

const books = openRichBooks();
beforeAll(async () => {
  while (await sealRows(books.pool));
});

const GONE = 'R23 No seal is gone';
const BETWEEN = 'R23 No row came among those that were sealed long ago';

/** Of a price that there never was. */
const recordNothing = (id: bigint) =>
  books.owner.run(`insert into recorded_rights (id, subject) values ($1, 'special price 0 X')`, [id]);

/** The seals of recorded rights that there are. */
const asIfAnHourAgo = () =>
  books.owner.commit(async (db) => {
    await db.run('set local session_replication_role = replica');
    await db.run(
      `update seals set sealed_at = sealed_at - interval '1 hour', rows_since = rows_since - interval '1 hour',
         rows_until = rows_until - interval '1 hour'
       where kind = 'recorded_rights'`,
    );
  });

const nextId = () =>
  books.owner
    .get<{ next: bigint }>('select max(id) + 1 as next from recorded_rights')
    .then(({ next }) => next);

describe('the chain', () => {
  it('holds, and is not made longer where nothing is new', async () => {
    expect(await books.unsealedBy('select')).toEqual([]);
    const head = await headOfChain(books.pool);
    expect(await sealRows(books.pool)).toBe(false);
    expect(await headOfChain(books.pool)).toEqual(head);
    expect(await books.owner.rows('select distinct kind from seals order by 1')).toEqual(
      [
        'deliveries',
        'idempotency_keys',
        'postings',
        'recorded_rights',
        'security_events',
        'staff_actions',
        'staff_keys',
        'staff_reads',
        'staff_sums',
        'standings',
        'transactions',
      ].map((kind) => ({ kind })),
    );
  });

  it('has every key but those of card payments, which may go on', async () => {
    const left = await books.owner.rows(
      `select k.key from idempotency_keys k
       where not exists (select from seals s where s.kind = case when k.by_staff then 'staff_keys' else 'idempotency_keys' end and s.ids @> k.transaction_id)
         and not exists (select from payments y where y.transaction_id = k.transaction_id and not k.by_staff)`,
    );
    expect(left).toEqual([]);
    expect(
      await books.owner.get(
        `select count(*) > 0 as some from coupons c join idempotency_keys k on k.transaction_id = c.id where c.paid_from = 'issuance'`,
      ),
    ).toEqual({ some: true });
  });

  it('takes in what a slow commit brings later, once', async () => {
    const next = await nextId();
    for (const id of [next + 1n, next]) {
      await recordNothing(id);
      await sealRows(books.pool);
    }
    const times = (id: bigint) =>
      books.owner.get(`select count(*) from seals where kind = 'recorded_rights' and ids @> $1::bigint`, [
        id,
      ]);
    expect([await times(next), await times(next + 1n)]).toEqual([{ count: 1n }, { count: 1n }]);
    expect(await books.unsealedBy('select')).toEqual([]);
  });

  it('takes it in also when nobody sealed for a long time', async () => {
    const next = await nextId();
    await recordNothing(next + 1n);
    await sealRows(books.pool);
    await asIfAnHourAgo();
    await recordNothing(next);
    expect(await books.unsealedBy('select')).toEqual([]);
    await sealRows(books.pool);
    expect(await books.owner.get('select ids::text from seals order by id desc limit 1')).toEqual({
      ids: `{[${next},${next + 1n})}`,
    });
  });

  it('reads what is new, and not again what was sealed a moment ago', async () => {
    await books.owner.run(
      `insert into recorded_rights (id, subject)
       select id, 'special price 0 X' from generate_series(${await nextId()}, ${(await nextId()) + 2_000n}) id`,
    );
    await sealRows(books.pool);
    await recordNothing(await nextId());
    let count = 0n;
    await sealRows({
      ...books.pool,
      commit: (work) =>
        books.pool.commit(async (db) => {
          const before = await rowsRead(db, 'recorded_rights');
          const result = await work(db);
          count += (await rowsRead(db, 'recorded_rights')) - before;
          return result;
        }),
    });
    expect(count).toBeLessThan(20n);
  });

  it('is written by one of several who would', async () => {
    const before = await books.owner.get<{ count: bigint }>('select count(*) from seals');
    await recordNothing(1_000_000n);
    await Promise.all(Array.from({ length: 8 }, () => sealRows(books.pool)));
    expect(await books.owner.get('select count(*) from seals')).toEqual({ count: before.count + 1n });
  });

  it.each(['update seals set kind = kind', 'delete from seals', 'truncate seals'])(
    'is not changed: %s',
    async (sql) => {
      await expect(books.owner.run(sql)).rejects.toThrow('is append-only');
      await expect(books.pool.run(sql)).rejects.toThrow('permission denied');
    },
  );
});

describe('the chain finds', () => {
  it.each(ofChain)('%s: %s', async (_what, rule, ...statements) => {
    expect(await books.unsealedBy(...statements)).toContain(rule);
  });

  it('a seal that was made anew, by the seal after it', async () => {
    const found: string[] = [];
    const anew = `update seals set digest = sha256(digest) where id = 2`;
    await brokenAfter(books.owner, [anew], async (db) => {
      const results = await findChainBreaks(db);
      found.push(...results.flatMap(({ breaks }) => breaks));
      return results;
    });
    expect(found.map((text) => text.replace(/ of .*/, '')).toSorted()).toEqual(['seal 2', 'seal 3']);
  });

  it('a seal that is gone', async () => {
    expect(await books.unsealedBy('delete from seals where id = 2')).toContain(GONE);
  });

  it('what came among rows that were sealed long ago', async () => {
    await asIfAnHourAgo();
    await recordNothing(await nextId());
    await sealRows(books.pool);
    expect(await books.unsealedBy('select')).toEqual([]);
    const among = `insert into recorded_rights (id, subject) values (0, 'special price 0 X')`;
    expect(await books.unsealedBy(among)).toEqual([BETWEEN]);
  });

  it('a head that was written down and is none of the seals', async () => {
    const head = await headOfChain(books.pool);
    if (head === undefined) expect.unreachable();
    const brokenWith = (known: typeof head, ...statements: string[]) =>
      brokenAfter(books.owner, statements, (db) => findChainBreaks(db, known));
    expect(await brokenWith(head)).toEqual([]);
    expect(await brokenWith({ ...head, digest: '00' })).toEqual([GONE]);
    // Cut off at its end, the chain looks whole.
    const cut = 'delete from seals where id = (select max(id) from seals)';
    expect(await books.unsealedBy(cut)).toEqual([]);
    expect(await brokenWith(head, cut)).toEqual([GONE]);
  });

  it('nothing in keys that went by their age', async () => {
    const months = `interval '31 days'`;
    expect(
      await books.unsealedBy(
        `update seals set rows_since = rows_since - ${months}, rows_until = rows_until - ${months} where kind in ('idempotency_keys', 'staff_keys')`,
        'delete from idempotency_keys',
      ),
    ).toEqual([]);
  });
});

it('all seals come into a file that others keep, once', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'jara-chain-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'chain.jsonl');
  const count = await exportChain(books.pool, file, 2);
  const seals = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((seal) => JSON.parse(seal) as object);
  expect([seals.length, statSync(file).mode & 0o777]).toEqual([count, 0o600]);
  const head = await headOfChain(books.pool);
  expect(seals.at(-1)).toMatchObject({ id: Number(head?.id), digest: head?.digest });
  expect(seals[0]).toEqual({
    id: expect.any(Number),
    kind: expect.any(String),
    ids: expect.stringMatching(/^\{.*\}$/),
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    ...Object.fromEntries(
      ['rowsSince', 'rowsUntil', 'sealedAt'].map((time) => [
        time,
        expect.stringMatching(/^\d{4}-.*\+00:00$/),
      ]),
    ),
  });
  await expect(exportChain(books.pool, file)).rejects.toThrow('EEXIST');
});
