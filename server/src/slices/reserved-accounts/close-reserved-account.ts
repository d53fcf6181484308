import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import type { Context } from '../../app/context.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';

/** Providers disappear: an account that is closed stays on the list as such, and money that still comes goes to suspense. */
export const closeReservedAccount =
  ({ pool }: Context): Handler<'closeReservedAccount'> =>
  async ({ principal, body, request }) => {
    const { reason } = body;
    const accountNumber = body.accountNumber?.trim() ?? '';
    const bankName = body.bankName?.trim().toLowerCase() ?? '';
    if ((accountNumber === '') === (bankName === ''))
      refuseField('accountNumber', 'Name one account number, or one bank');
    const closed = await commitAsStaff(
      pool,
      principal,
      'closeReservedAccount',
    )(async (db) => {
      const count = await db.run(
        `update reserved_accounts set state = 'closed', closed_at = now(), close_reason = $3
         where state = 'active' and (account_number = $1 or bank = $2)`,
        [accountNumber, bankName, reason],
      );
      if (count === 0) refuse('not_found');
      const what =
        accountNumber === '' ? `reserved accounts at ${bankName}` : `reserved account ${accountNumber}`;
      await recordStaffAction(db, principal, request, {
        action: 'closeReservedAccount',
        subject: what.slice(0, 100),
        before: { state: 'active' },
        after: { state: 'closed', accounts: count },
        reason,
      });
      return count;
    });
    return { msg: closed === 1 ? 'The account is closed' : `${closed} accounts are closed`, closed };
  };
