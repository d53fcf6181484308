import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { withStrongestFactor } from '../step-up/with-strongest-step-up.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { bankReceiver, noteReceiver } from '../spending-controls/new-receivers.ts';
import { given, MOST_BENEFICIARIES, readBeneficiaries } from './beneficiary.ts';
import { knownAccountOrRefuse, readAccount } from './read-account.ts';

/**
 * One that is saved already stays, with what the bank said last. Takes the strongest proof that the owner has: the password where there is no other
 * and the installation asks for it.
 */
export const addBeneficiary =
  (context: Context): Handler<'addBeneficiary'> =>
  async ({ principal, body, request }) => {
    const { userId } = principal;
    const account = await readAccount(context.withdrawals.banks, body);
    const { password = '', ...strong } = body;
    const passwordInstead = context.config.beneficiaryTakesPassword ? password : undefined;
    const stepUp = { ...strong, stepUp: request.stepUp, passwordInstead };
    const beneficiaryList = await withStrongestFactor(context, principal, stepUp, async (db, factor) => {
      // One at a time per user, else two at once both find the last free place.
      await db.run('select from users where id = $1 for no key update', [userId]);
      const known = await knownAccountOrRefuse(db, userId, account, { savedCounts: false });
      const saved = await db.find<{ isNew: boolean }>(
        `insert into beneficiaries (user_id, bank_code, account_number, bank_name, account_name, enquired_at)
         select $1, $2, $3, $4, $5, $6
         where (select count(*) from beneficiaries where user_id = $1 and (bank_code, account_number) <> ($2, $3)) < $7
         on conflict (user_id, bank_code, account_number) do update set
           bank_name = excluded.bank_name, account_name = excluded.account_name, enquired_at = excluded.enquired_at
         returning xmax = 0 as "isNew"`,
        [
          userId,
          known.bankCode,
          known.accountNumber,
          known.bankName,
          known.accountName,
          known.enquiredAt,
          MOST_BENEFICIARIES,
        ],
      );
      if (saved === undefined) refuse('beneficiary_limit');
      await noteReceiver(db, userId, bankReceiver(known.bankCode, known.accountNumber));
      if (saved.isNew) {
        await queueMail(db, userId, 'beneficiary_added');
        await recordSecurityEvent(db, principal, request, { what: 'beneficiary_added', ...given(factor) });
      }
      return readBeneficiaries(db, context, principal);
    });
    return { msg: 'The account is among your beneficiaries', beneficiaryList };
  };
