/** What the database lets the program write of when something is asked about next: what the audit would find, it refuses. */
import { describe, expect, it } from 'vitest';
import { openRichBooks } from '../../test/rich-app.ts';
import { longestWaits } from './transaction-rules.ts';

const books = openRichBooks();

const rollback = new Error('rollback');

/** Tries it after what the owner prepared, of which nothing stays; says what the database answers. */
async function tried(prepared: string, update: string): Promise<string> {
  let answer = 'written';
  const trying = books.owner.commit(async (db) => {
    await db.run('set local session_replication_role = replica');
    await db.run(prepared);
    await db.run('set local session_replication_role = origin');
    await db.run('set local role jara_app');
    await db.run('savepoint s');
    const rows = await db.run(update).catch((error: unknown) => {
      answer = String(error);
      return 1;
    });
    expect(rows).toBeGreaterThan(0);
    throw rollback;
  });
  await expect(trying).rejects.toBe(rollback);
  return answer;
}

const NOTHING = 'select 1';
const inHours = (count: number, more = '0 seconds') =>
  `now() + interval '${count} hours' + interval '${more}'`;

describe('the next question lies as far off as the audit allows', () => {
  it.each([
    ['purchase_attempts', `state in ('sent', 'unknown')`, longestWaits.attempt],
    ['withdrawals', `state = 'unknown'`, longestWaits.attempt],
    ['payments', `state = 'initiated'`, longestWaits.payment],
  ])('of %s', async (table, open, most) => {
    const put = (at: string) => tried(NOTHING, `update ${table} set next_check_at = ${at} where ${open}`);
    expect(await put(inHours(most))).toBe('written');
    expect(await put('to_timestamp(0)')).toBe('written');
    expect(await put(inHours(most, '1 second'))).toContain('would be asked about only at');
  });

  it('and there is one for a payment that is on its way', async () => {
    const none = `update payments set next_check_at = null where state = 'initiated'`;
    expect(await tried(NOTHING, none)).toContain('payments_are_asked_about');
  });
});

describe('the questions after the end', () => {
  const tables = [
    ['purchase_attempts', 24],
    ['withdrawals', 72],
  ] as const;
  const delivered = `state = 'delivered' and transaction_id not in (select id from transactions where status = 'refunded')`;
  const answered = (table: string, age: string) =>
    `update ${table} set answered_at = now() - interval '${age}' where ${delivered}`;
  const put = (table: string, age: string, at: string) =>
    tried(answered(table, age), `update ${table} set return_check_at = ${at} where ${delivered}`);

  it.each(tables)('of %s end with the last mark and no earlier', async (table, last) => {
    expect(await put(table, `${last} hours`, 'null')).toBe('written');
    expect(await put(table, `${last - 1} hours 59 minutes`, 'null')).toContain('is to be asked about until');
  });

  it.each(tables)('of %s lie no further off than that, or two hours', async (table, last) => {
    expect(await put(table, '1 hour', inHours(last - 1))).toBe('written');
    expect(await put(table, '1 hour', inHours(last - 1, '1 second'))).toContain('is to be asked about until');
    expect(await put(table, '9 days', inHours(longestWaits.returned))).toBe('written');
    expect(await put(table, '9 days', inHours(longestWaits.returned, '1 second'))).toContain(
      'asked about until',
    );
  });

  it('begin anew when staff refund what was delivered long ago', async () => {
    const refunded = `state = 'delivered' and transaction_id in (select id from transactions where status = 'refunded')`;
    const long = `update purchase_attempts set answered_at = now() - interval '9 days' where ${refunded}`;
    const at = (time: string) =>
      tried(long, `update purchase_attempts set return_check_at = ${time} where ${refunded}`);
    expect(await at('null')).toContain('is to be asked about until');
    expect(await at(inHours(20))).toBe('written');
    expect(await at(inHours(25))).toContain('is to be asked about until');
  });

  it('are none of what was refused in words', async () => {
    const inWords = `update withdrawals set first_not_found_at = null where state = 'refused'`;
    const end = `update withdrawals set return_check_at = null where state = 'refused' and return_check_at is not null`;
    expect(await tried(inWords, end)).toBe('written');
    expect(await tried(NOTHING, end)).toContain('is to be asked about until');
  });
});
