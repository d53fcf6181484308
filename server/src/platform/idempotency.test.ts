import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { runSql } from '../../test/run-sql.ts';
import { openPool, type Db, type Pool } from './db.ts';
import { hashRequest, makeOnce, moveKey, removeOldKeys } from './idempotency.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  await runSql(
    database.url,
    `insert into users (id, user_name, full_name, email, phone, password_hash)
     overriding system value values (1, 'ada', 'Ada', 'ada@people.example', '08030000001', 'x');
     insert into sessions (token_hash, user_id, expires_at) values ('\\x01', 1, now() + interval '1 day')`,
  );
  pool = openPool({ url: database.url, size: 6, role: 'jara_app', log: { error: () => undefined } });
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

const request = (key: string | null, meaning: (string | bigint)[] = []) => ({
  caller: { userId: 1n, tokenHash: Buffer.from([1]), token: null },
  key,
  requestHash: hashRequest('call', meaning),
});

let added = 0;
async function addTransaction(db: Db): Promise<{ transactionId: bigint }> {
  added += 1;
  return db.get(
    `with given as (select nextval('transactions_id_seq') as id)
     select given.id as "transactionId", record_transaction(
       given.id, 1, $1, 'wallet', 'pending', 'A line', null, 0, null, null, null, null, null, null, null) from given`,
    [`LINE${added}`],
  );
}

describe('a request with a key', () => {
  it('happens once', async () => {
    const first = await makeOnce(pool, request('once'), addTransaction);
    const again = await makeOnce(pool, request('once'), () => Promise.reject(new Error('not again')));
    expect(first.replayed).toBe(false);
    expect(again).toEqual({
      replayed: true,
      transactionId: first.replayed ? null : first.made.transactionId,
    });
  });

  it('leaves the key free when it fails', async () => {
    const failing = makeOnce(pool, request('fails'), async (db) => {
      await addTransaction(db);
      throw new Error('half way');
    });
    await expect(failing).rejects.toThrow('half way');
    expect((await makeOnce(pool, request('fails'), addTransaction)).replayed).toBe(false);
  });

  it('is remembered for 30 days, and then free', async () => {
    const aged = async (key: string, age: string): Promise<void> => {
      await makeOnce(pool, request(key), addTransaction);
      await runSql(
        database.url,
        `update idempotency_keys set created_at = now() - interval '${age}' where key = '${key}'`,
      );
    };
    await aged('of 29 days', '29 days 23 hours');
    await aged('of 30 days', '30 days 1 minute');
    expect(await removeOldKeys(pool)).toBe(false);
    expect((await makeOnce(pool, request('of 29 days'), addTransaction)).replayed).toBe(true);
    expect((await makeOnce(pool, request('of 30 days'), addTransaction)).replayed).toBe(false);
  });

  it('is another one when its body means something else', async () => {
    await makeOnce(pool, request('taken', ['100']), addTransaction);
    await expect(makeOnce(pool, request('taken', ['101']), addTransaction)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect((await makeOnce(pool, request('taken', [100n]), addTransaction)).replayed).toBe(true);
  });

  it('is what a purchase made meanwhile, which takes its key without waiting for others', async () => {
    const { requestHash } = request('meanwhile');
    let purchase: bigint | undefined;
    const once = await makeOnce(pool, request('meanwhile'), async (db) => {
      purchase = await pool.commit(async (other) => {
        const { transactionId } = await addTransaction(other);
        await other.run(`select write_key(1, 'meanwhile', $1, $2)`, [requestHash, transactionId]);
        return transactionId;
      });
      return addTransaction(db);
    });
    expect(once).toEqual({ replayed: true, transactionId: purchase });
  });

  it('is in progress for whoever waits longer than a lock may be waited for', async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let hold: () => void = () => undefined;
    const isHeld = new Promise<void>((resolve) => {
      hold = resolve;
    });
    // Holds the key's row as the first request does between its last statement and the end of its commit.
    const holding = pool.commit(async (db) => {
      const { transactionId } = await addTransaction(db);
      await db.run(`select write_key(1, 'slow', $1, $2)`, [request('slow').requestHash, transactionId]);
      hold();
      await finished;
      return transactionId;
    });
    await isHeld;
    await expect(makeOnce(pool, request('slow'), addTransaction)).rejects.toMatchObject({
      code: 'idempotency_in_progress',
      details: { retryAfterSeconds: 1 },
    });
    finish();
    const transactionId = await holding;
    expect(await makeOnce(pool, request('slow'), addTransaction)).toEqual({ replayed: true, transactionId });
  });
});

describe('a request without a key', () => {
  it('happens each time', async () => {
    const [first, second] = [
      await makeOnce(pool, request(null), addTransaction),
      await makeOnce(pool, request(null), addTransaction),
    ];
    expect([first.replayed, second.replayed]).toEqual([false, false]);
  });
});

describe('moving a key', () => {
  const addPayment = async (db: Db) => {
    const { transactionId } = await addTransaction(db);
    await db.run(
      `insert into payments (transaction_id, gateway, reference, user_id, amount_kobo, state) values ($1, 'squad', $2, 1, 100, 'failed')`,
      [transactionId, `LINE${transactionId}`],
    );
    return { transactionId };
  };

  it('succeeds for the first who asks', async () => {
    const once = await makeOnce(pool, request('moves'), addPayment);
    const from = once.replayed ? once.transactionId : once.made.transactionId;
    const [{ transactionId: to }, { transactionId: other }] = [
      await pool.commit(addPayment),
      await pool.commit(addPayment),
    ];
    expect(await moveKey(pool, request('moves'), { from, to })).toBe(true);
    expect(await moveKey(pool, request('moves'), { from, to: other })).toBe(false);
    expect(await makeOnce(pool, request('moves'), addPayment)).toEqual({ replayed: true, transactionId: to });
  });
});
