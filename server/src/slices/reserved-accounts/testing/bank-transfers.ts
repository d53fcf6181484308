/** Two bank transfers, settled by the job: one into an account that is the user's, one into an account that is nobody's. */
import type { TestApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/make.ts';
import type { Pool } from '../../../platform/db.ts';
import { settleSavedHooks } from '../settle-saved-hooks.ts';

export async function receiveBankTransfers(app: TestApp, { userId }: TestUser, owner: Pool): Promise<void> {
  await owner.run(
    `insert into reserved_accounts (user_id, bank, provider, reference, state, account_number, account_name)
     values ($1, 'palmpay', 'paymentpoint', 'RA1', 'active', '6600000001', 'Ada')`,
    [userId],
  );
  for (const [id, accountNumber] of Object.entries({ T1: '6600000001', T2: '6600000002' })) {
    const event = {
      notification_status: 'payment_successful',
      transaction_status: 'success',
      transaction_id: id,
      amount_paid: 1_000,
      receiver: { account_number: accountNumber },
    };
    await owner.run(
      `insert into hook_events (provider, body_hash, body, received_at) values ('paymentpoint', $1, $2, now() - interval '1 minute')`,
      [id, JSON.stringify(event)],
    );
  }
  await settleSavedHooks(app.context);
}
