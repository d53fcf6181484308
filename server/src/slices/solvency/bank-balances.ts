/** What is left at the bank to pay withdrawals from, as it says itself. It is asked every few minutes by one process; what it says is kept. */
import { kobo, type Kobo } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';

export interface BankBalance {
  bank: string;
  /** The last reading that succeeded; null before the first one. */
  balanceKobo: Kobo | null;
  readAt: Date | null;
  /** Why the last question gave no reading; null when it did. */
  problem: string | null;
}

/** By the last readings. Calls nobody. */
export async function readBankBalances(db: Db): Promise<BankBalance[]> {
  const rows = await db.rows<Omit<BankBalance, 'balanceKobo'> & { balanceKobo: bigint | null }>(
    `select bank, balance_kobo as "balanceKobo", read_at as "readAt", problem from bank_balances order by bank`,
  );
  return rows.map((row) => ({
    ...row,
    balanceKobo: row.balanceKobo === null ? null : kobo(row.balanceKobo),
  }));
}

/** Asks the bank, unless somebody did so lately. */
export async function checkBankBalance({ pool, log, payouts }: Context): Promise<void> {
  const isDue = await pool.run(
    `insert into bank_balances as b (bank, asked_at) values ($1, now())
     on conflict (bank) do update set asked_at = now() where b.asked_at < now() - interval '3 minutes'`,
    [payouts.name],
  );
  if (isDue === 0) return;
  const answer = await payouts.readBalance();
  if (answer.outcome === 'unknown') {
    await pool.run('update bank_balances set problem = $2 where bank = $1', [payouts.name, answer.reason]);
    log.warn(
      { bank: payouts.name, problem: answer.reason },
      'the bank does not say what is left to pay out from',
    );
    return;
  }
  await pool.run(
    'update bank_balances set balance_kobo = $2, read_at = now(), problem = null where bank = $1',
    [payouts.name, answer.balanceKobo],
  );
}
