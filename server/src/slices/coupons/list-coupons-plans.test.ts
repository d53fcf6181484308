import { beforeAll, expect, it } from 'vitest';
import { blocksRead, queriesOf } from '../../../test/database.ts';
import { useTestPool } from '../../../test/pool.ts';
import { readCoupons } from './list-coupons.ts';

const books = useTestPool(2);
const MANY = 30_000;

/** Those of a maker who left, and those that were voided, are among the first hundredth. */
beforeAll(async () => {
  await books.owner.commit(async (commit) => {
    await commit.run('set local session_replication_role = replica');
    await commit.run(
      `insert into users (user_name, full_name, email, phone, password_hash)
       select 'vendor_' || n, 'A Vendor', 'vendor' || n || '@example.com', '0901' || lpad(n::text, 7, '0'), 'x' from generate_series(1, 3) n`,
    );
    const [left, usual, owner] = [1, 2, 3].map(
      (n) => `(select id from users where user_name = 'vendor_${n}')`,
    );
    await commit.run(
      `insert into coupons (id, code_hash, code_ending, owner_id, maker_id, paid_from, amount_kobo, redeemed_at, redeem_transaction_id, voided_at,
         voided_by, void_reason)
       select n, sha256(n::text::bytea), 'AAAA', case when n <= 50 then ${owner} else ${usual} end, case when was_rare then ${left} else ${usual} end,
         'issuance', 100, case when not was_rare then now() end, case when not was_rare then n end, case when was_rare then now() end,
         case when was_rare then ${owner} end, case when was_rare then 'No' end
       from (select n, n <= ${MANY / 100} as was_rare from generate_series(1, ${MANY}) n) c`,
    );
  }, 60_000);
  await books.owner.run('vacuum analyze coupons');
}, 60_000);

it.each([true, false])(
  'by each filter and each two of them few blocks are read (an admin: %s)',
  async (isAdmin) => {
    const { id: userId } = await books.owner.get<{ id: bigint }>(
      `select id from users where user_name = 'vendor_2'`,
    );
    const filters = {
      state: ['open', 'voided', 'redeemed'],
      owner: ['vendor_3', 'nobody'],
      maker: ['vendor_1', 'vendor_2', 'nobody'],
    };
    for (const query of queriesOf(filters)) {
      const blocks = await blocksRead(books.owner, (db) => readCoupons(db, { isAdmin, userId }, query));
      expect([query, blocks < 400]).toEqual([query, true]);
    }
  },
);
