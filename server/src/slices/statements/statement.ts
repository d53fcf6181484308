/**
 * A wallet over a period, from the books: the entries of the account by their versions, which have no holes. The balance before the first and
 * the amounts of all of them come to the balance after the last, because the database holds each entry to that. Everything is read by the
 * index of an account's versions.
 */
import { endOfDay, startOfDay, type Day } from '@jara/contract/lagos-time.ts';
import type { UserAccountKind } from '../../ledger/chart.ts';
import type { Db } from '../../platform/db.ts';

export interface Period {
  from: Day;
  to: Day;
}

export interface Statement extends Period {
  accountId: bigint;
  /** Of the entries: from the first to before the last. */
  firstVersion: bigint;
  endVersion: bigint;
  openingKobo: bigint;
  closingKobo: bigint;
}

export const countMovements = ({ firstVersion, endVersion }: Statement): number =>
  Number(endVersion - firstVersion);

const kind: UserAccountKind = 'wallet';

export async function findStatement(db: Db, userId: bigint, period: Period): Promise<Statement> {
  const found = await db.get<Omit<Statement, keyof Period>>(
    `with bounds as (
       select a.id, first_version_since(a.id, $3) as first_version, first_version_since(a.id, $4) as end_version
       from accounts a where a.user_id = $1 and a.kind = $2)
     select id as "accountId", first_version as "firstVersion", greatest(first_version, end_version) as "endVersion",
       coalesce((select balance_after from entries where account_id = id and version = first_version - 1), 0) as "openingKobo",
       coalesce((select balance_after from entries where account_id = id and version = greatest(first_version, end_version) - 1), 0) as "closingKobo"
     from bounds`,
    [userId, kind, startOfDay(period.from), endOfDay(period.to)],
  );
  return { ...period, ...found };
}
