import { HOUR_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import { countAttempt } from '../../platform/attempts.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { bankReceiver, newReceiver } from '../spending-controls/new-receivers.ts';
import { readAccount } from './read-account.ts';

/** The name enquiry. What the bank says is kept: it is what a payout or a beneficiary is made from. */
export const validateBankAccount =
  (context: Context): Handler<'validateBankAccount'> =>
  async ({ principal, body }) => {
    const { pool, payouts, withdrawals, log } = context;
    const { userId } = principal;
    const { bank, accountNumber } = await readAccount(withdrawals.banks, body);
    await countAttempt(pool, {
      name: 'validateBankAccount',
      parts: [String(userId)],
      most: 20,
      windowSeconds: HOUR_SECONDS,
    });
    const holder = await payouts.findHolder({ bankCode: bank.bankCode, accountNumber });
    if (holder.outcome === 'unknown') {
      log.warn({ provider: payouts.name, reason: holder.reason }, 'a name enquiry was not answered');
      refuse('bank_unavailable');
    }
    if (holder.outcome === 'not_found')
      refuseField('accountNumber', `${bank.bankName} has no account with this number`);
    await pool.run(
      `insert into account_enquiries (user_id, bank_code, account_number, bank_name, account_name, provider)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (user_id, bank_code, account_number) do update set
         bank_name = excluded.bank_name, account_name = excluded.account_name, provider = excluded.provider, enquired_at = now()`,
      [userId, bank.bankCode, accountNumber, bank.bankName, holder.accountName, payouts.name],
    );
    return {
      name: holder.accountName,
      code: bank.bankCode,
      msg: `${holder.accountName} holds this account at ${bank.bankName}`,
      newReceiver: await newReceiver({ context, principal }, bankReceiver(bank.bankCode, accountNumber)),
    };
  };
