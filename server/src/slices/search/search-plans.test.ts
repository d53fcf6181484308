import { beforeAll, describe, expect, it } from 'vitest';
import { useTestPool } from '../../../test/pool.ts';
import { searches } from './find-transactions.ts';
import { userSearches } from './find-users.ts';

const books = useTestPool(2);

describe('among very many', () => {
  beforeAll(async () => {
    await books.owner.commit(async (commit) => {
      await commit.run(`set local session_replication_role = replica`);
      await commit.run(
        `insert into users (user_name, full_name, email, phone, password_hash)
         select 'many_' || n, 'Many Names' || n, 'many' || n || '@example.com', '0901' || lpad(n::text, 7, '0'), 'x' from generate_series(1, 20000) n`,
      );
      await commit.run(
        `insert into transactions (user_id, reference, type, status, description, recipient, amount_kobo)
         select 1, 'FILLED-' || n, 'wallet', 'failed', 'A line', '0805' || lpad((n % 5000)::text, 7, '0'), 10000 * (n % 40) from generate_series(1, 20000) n`,
      );
      await commit.run(
        `insert into purchase_attempts (transaction_id, attempt, supplier, state, supplier_id)
         select id, 1, 'GLAD', 'delivered', 'filled-' || id from transactions where reference like 'FILLED-%'`,
      );
    });
    for (const table of ['users', 'transactions', 'purchase_attempts'])
      await books.owner.run(`analyze ${table}`);
  });

  const examples: Record<keyof typeof searches, [value: unknown, ...indexes: string[]]> = {
    reference: [['FILLED-7'], 'transactions_reference'],
    number: ['08050000007', 'transactions_of_recipient'],
    numberBeginning: ['080500', 'transactions_of_recipient'],
    ofUser: ['many_7', 'transactions_of_user'],
    supplierId: ['filled-7', 'purchase_attempts_of_supplier_id'],
    clientReference: ['order-7', 'transactions_of_client_reference'],
    amount: [70_000, 'transactions_of_amount'],
  };

  it.each(Object.entries(examples))('%s is a range of its index', async (name, [value, ...indexes]) => {
    const plan = await planOf(searches[name as keyof typeof searches], [value, 6]);
    for (const index of indexes) expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan on (users|transactions|purchase_attempts)/);
  });

  it('has an index for what gateways and banks call it', async () => {
    const plan = await books.owner.commit(async (commit) => {
      await commit.run('set local enable_seqscan = off');
      const rows = await commit.rows<Record<string, string>>(`explain (costs off) ${searches.supplierId}`, [
        'x',
        6,
      ]);
      return JSON.stringify(rows);
    });
    for (const table of ['payments', 'withdrawals', 'bank_transfers'])
      expect(plan).toContain(`${table}_of_provider_reference`);
  });

  it.each(Object.entries(userSearches))('the beginning of %s walks through no table', async (_, sql) => {
    for (const beginning of ['m%', 'many%', 'zz%']) {
      const plan = await planOf(sql, [beginning, 6]);
      expect(plan).not.toContain('Seq Scan');
      expect(plan).toMatch(/Index (Only )?Scan using users_by/);
    }
  });

  const planOf = async (sql: string, params: unknown[]): Promise<string> => {
    const rows = await books.owner.rows<Record<string, string>>(`explain (costs off) ${sql}`, params);
    return rows.map((row) => Object.values(row).join('')).join('\n');
  };
});
