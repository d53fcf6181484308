import type { MoneyHeldBecause } from '@jara/contract/money-held.ts';
import { naira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import { holdMoney } from '../../ledger/spending-controls.ts';
import type { Db } from '../../platform/db.ts';

/** Holds the user's money, in the caller's commit, for as long as the installation says after what somebody else may have done. */
export async function holdAfter(
  { config }: Pick<Context, 'config'>,
  db: Db,
  userId: bigint,
  because: MoneyHeldBecause,
): Promise<void> {
  const { hours, purchasesNaira } = config.holdAfterReset;
  await holdMoney(db, userId, { because, hours, purchasesKobo: naira(purchasesNaira) });
}
