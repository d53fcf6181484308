import type { Db } from '../../platform/db.ts';
import { houseAccount } from '../chart.ts';

/** A posting from the issuance to this account of the house, in a commit of the caller. */
export async function moveInHouse(db: Db, amount: number, to: bigint): Promise<void> {
  const from = await houseAccount(db, 'issuance');
  await db.run('set local session_replication_role = replica');
  await db.run(
    `with posted as (insert into postings (code, reference) values ('issue.demo', gen_random_uuid()::text) returning id)
     insert into entries (posting_id, leg, account_id, amount)
     select id, leg, account, amount from posted, (values (1, $1::bigint, -$3::bigint), (2, $2::bigint, $3::bigint)) l(leg, account, amount)`,
    [from, to, amount],
  );
}
