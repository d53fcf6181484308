import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { rowsRead } from '../../../test/database.ts';
import { expectBooksToBalance } from '../../../test/books.ts';
import { brokenAfter } from '../../../test/spoil.ts';
import { fillBooks } from '../../../test/rich-books.ts';
import { findChainBreaks } from '../../ledger/chain/chain-rules.ts';
import { sealRows } from '../../ledger/chain/seals.ts';
import { archiveDue } from './archive-due.ts';
import { findArchived, verifyArchive } from './verify-archive.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-archive-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const app = useTestApp({
  env: { PURCHASE_WAIT_MS: '0', STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000000', ARCHIVE_DIR: folder },
});

/** What was said, by kind, id and part. */
async function said(): Promise<Map<string, string>> {
  const rows = await app.owner.rows<{ key: string; body: string }>(
    `select 'supplier_answers ' || transaction_id || ' ' || attempt as key, raw as body from purchase_attempts where raw is not null
     union all select 'bank_answers ' || transaction_id || ' 1', raw from withdrawals where raw is not null
     union all select 'hook_bodies ' || id || ' 1', body from hook_events where body is not null`,
  );
  return new Map(rows.map(({ key, body }) => [key, body]));
}

interface Archived {
  id: string;
  part: number;
  body: string;
}

/** The same, of all files; each stands in one of them. */
function archived(): Map<string, string> {
  const found = new Map<string, string>();
  for (const kind of fs.readdirSync(folder).filter((name) => /^[a-z_]+$/.test(name)))
    for (const name of fs.readdirSync(path.join(folder, kind))) {
      const texts = zlib.gunzipSync(fs.readFileSync(path.join(folder, kind, name))).toString('utf8');
      for (const text of texts.trimEnd().split('\n')) {
        const { id, part, body } = JSON.parse(text) as Archived;
        const key = `${kind} ${id} ${part}`;
        expect(found.has(key)).toBe(false);
        found.set(key, body);
      }
    }
  return found;
}

/** As if all of it had been so many days earlier, and the last question after a delivery answered. */
async function age(days: number): Promise<void> {
  const by = `interval '${days} days'`;
  await app.owner.commit(async (db) => {
    await db.run('set local session_replication_role = replica');
    await db.run(
      `update purchase_attempts set sent_at = sent_at - ${by}, answered_at = answered_at - ${by}, disputed_at = disputed_at - ${by}, return_check_at = null`,
    );
    await db.run(
      `update withdrawals set sent_at = sent_at - ${by}, answered_at = answered_at - ${by}, enquired_at = enquired_at - ${by}, return_check_at = null`,
    );
    await db.run(`update hook_events set received_at = received_at - ${by}, handled_at = handled_at - ${by}`);
    await db.run(`update transactions set settled_at = settled_at - ${by}`);
    await db.run(`update bank_transfers set received_at = received_at - ${by}`);
  });
}

async function archiveAll(): Promise<void> {
  for (const kind of ['supplier_answers', 'bank_answers', 'hook_bodies'] as const)
    while (await archiveDue(app.context, kind));
}

async function expectBooksAndChainToHold(): Promise<void> {
  await expectBooksToBalance(app.context.pool);
  while (await sealRows(app.context.pool));
  const broken = (await findChainBreaks(app.context.pool)).filter(({ count }) => count > 0);
  expect(broken).toEqual([]);
}

let before: Map<string, string>;
beforeAll(async () => {
  await fillBooks(app, app.owner);
  // A card payment that its hook told of, beside those of banks.
  await app.owner.run(
    `insert into hook_events (provider, body_hash, reference, body)
     select 'squad', 'h ' || reference, reference, json_build_object('reference', reference, 'name', 'Ọláyínká 😀')::text from payments`,
  );
  await app.owner.run(
    `update withdrawals set raw = json_build_object('state', state)::text where raw is null and state <> 'held'`,
  );
  before = await said();
});

describe('the archive', () => {
  it('has nothing while all is young', async () => {
    await archiveAll();
    await age(85);
    await archiveAll();
    expect(fs.readdirSync(folder)).toEqual(['DATABASE']);
    expect(await said()).toEqual(before);
  });

  it('gets what is old and settled, and leaves what is open', async () => {
    await age(10);
    await archiveAll();
    const left = await said();
    const open = await app.owner.rows<{ key: string }>(
      `select 'supplier_answers ' || a.transaction_id || ' ' || a.attempt as key from purchase_attempts a join transactions t on t.id = a.transaction_id
         where a.raw is not null and (t.status = 'pending' or a.state in ('sent', 'unknown', 'manual'))
       union all select 'bank_answers ' || transaction_id || ' 1' from withdrawals where raw is not null and state in ('sent', 'unknown', 'manual')
       union all select 'hook_bodies ' || h.id || ' 1' from hook_events h join payments p on p.reference = h.reference
         left join postings s on s.code = 'funding.suspense' and s.reference = p.gateway || ':' || p.reference
         left join suspense_decisions d on d.posting_id = s.id
         where p.next_check_at is not null or p.state = 'initiated' or p.state = 'suspense' and d.posting_id is null
       union all select 'hook_bodies ' || h.id || ' 1' from hook_events h join bank_transfers b on b.received_at = h.handled_at
         join postings s on s.code = 'funding.suspense' and s.reference = b.provider || ':' || b.provider_reference
         left join suspense_decisions d on d.posting_id = s.id where d.posting_id is null`,
    );
    expect([...left.keys()].toSorted()).toEqual(open.map(({ key }) => key).toSorted());
    const kinds = new Set([...left.keys()].map((key) => key.split(' ')[0]));
    expect(kinds).toEqual(new Set(['supplier_answers', 'bank_answers', 'hook_bodies']));
    const files = archived();
    expect(new Map([...left, ...files])).toEqual(before);
    expect(files.size).toBe(before.size - left.size);
    expect(files.size).toBeGreaterThan(20);
  });

  it('has files for its owner alone, with a list of sums that sha256sum reads', () => {
    const names = execFileSync('find', [folder, '-type', 'f', '-printf', '%m %P\n'], { encoding: 'utf8' });
    for (const name of names.trimEnd().split('\n'))
      expect(name).toMatch(/^600 (DATABASE|SHA256SUMS|\w+\/\d{4}-\d\d-\d\d\.1\.jsonl\.gz)$/);
    const checked = execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(checked.trimEnd().split('\n')).toHaveLength(names.trimEnd().split('\n').length - 2);
  });

  it('leaves the proof and the chain whole', expectBooksAndChainToHold);

  it('has its sums in the chain', async () => {
    const broken = await brokenAfter(
      app.owner,
      ['update archive_files set sha256 = sha256(sha256) where id = 1'],
      (db) => findChainBreaks(db),
    );
    expect(broken).toEqual(['R23 Every row that was sealed says what it said then']);
  });

  it('says what was said of a transaction', async () => {
    const { id } = await app.owner.get<{ id: bigint }>(
      `select min(transaction_id) as id from purchase_attempts where archive_file_id is not null`,
    );
    const found = await findArchived(app.context.pool, folder, id);
    expect(found.map(({ row }) => row.body)).toContain(before.get(`supplier_answers ${id} 1`));
    const transfer = await app.owner.get<{ id: bigint; hook: bigint }>(
      `select b.transaction_id as id, h.id as hook from bank_transfers b join hook_events h on h.handled_at = b.received_at
       where b.transaction_id is not null limit 1`,
    );
    const ofBank = await findArchived(app.context.pool, folder, transfer.id);
    expect(ofBank.map(({ row }) => row.body)).toEqual([before.get(`hook_bodies ${transfer.hook} 1`)]);
  });

  it('says it without reading all hooks', async () => {
    const { owner } = app;
    const { pool } = app.context;
    await owner.run(
      `insert into hook_events (provider, body_hash, reference, body, handled_at)
       select case n % 2 when 0 then 'squad' else 'paymentpoint' end, 'many ' || n, case n % 2 when 0 then 'R' || n end, '{}',
         case n % 2 when 1 then now() - n * interval '1 second' end from generate_series(1, 40000) n`,
    );
    await owner.run('analyze hook_events');
    const ids = await owner.rows<{ id: bigint }>(
      `select transaction_id as id from payments union select transaction_id from bank_transfers where transaction_id is not null
       union select transaction_id from suspense_decisions where transaction_id is not null`,
    );
    expect(ids.length).toBeGreaterThan(3);
    for (const { id } of ids) {
      const read = await pool.commit(async (db) => {
        const earlier = await rowsRead(db, 'hook_events');
        await findArchived(db, folder, id);
        return (await rowsRead(db, 'hook_events')) - earlier;
      });
      expect(read).toBeLessThan(100n);
    }
    await owner.run(`delete from hook_events where body_hash like 'many %'`);
  });

  it('gets what was open once it has ended', async () => {
    const left = await said();
    const key = [...left.keys()].find((one) => one.startsWith('supplier_answers ')) ?? expect.fail();
    const [, id, attempt] = key.split(' ');
    const be = (status: string, state: string, next: string) =>
      app.owner.commit(async (db) => {
        await db.run('set local session_replication_role = replica');
        await db.run(`update transactions set status = $2 where id = $1`, [id, status]);
        await db.run(
          `update purchase_attempts set state = $3, next_check_at = ${next} where transaction_id = $1 and attempt = $2`,
          [id, attempt, state],
        );
      });
    const { state } = await app.owner.get<{ state: string }>(
      'select state from purchase_attempts where transaction_id = $1 and attempt = $2',
      [id, attempt],
    );
    await be('success', 'delivered', 'null');
    await archiveAll();
    await be('pending', state, 'now()');
    expect((await said()).has(key)).toBe(false);
    expect(archived().get(key)).toBe(left.get(key));
  });

  it('leaves what somebody disputes, until that is closed', async () => {
    const { id, userId } = await app.owner.get<{ id: bigint; userId: bigint }>(
      `select t.id, t.user_id as "userId" from transactions t join purchase_attempts a on a.transaction_id = t.id
       where a.state = 'delivered' and a.archive_file_id is not null and t.status = 'success' order by t.id limit 1`,
    );
    await app.owner.run(
      `insert into disputes (transaction_id, user_id, kind) values ($1, $2, 'not_delivered')`,
      [id, userId],
    );
    await app.owner.run(`update purchase_attempts set raw = 'said later' where transaction_id = $1`, [id]);
    await app.owner.run(`update archive_marks set up_to_id = 0`);
    await archiveAll();
    expect((await said()).get(`supplier_answers ${id} 1`)).toBe('said later');
    await app.owner.run(`update disputes set state = 'closed', closed_at = now() where transaction_id = $1`, [
      id,
    ]);
    await archiveAll();
    expect((await said()).has(`supplier_answers ${id} 1`)).toBe(false);
    const found = await findArchived(app.context.pool, folder, id);
    expect(found.map(({ row }) => row.body)).toEqual(['said later']);
  });

  it('is verified', async () => {
    const { files, problems } = await verifyArchive(app.context.pool, folder);
    expect(problems).toEqual([]);
    expect(files).toBeGreaterThan(2);
  });
});
