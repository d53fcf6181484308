/** Money that came in and that nobody could be credited with. */
import { settleHook } from '../src/slices/reserved-accounts/settle-hook.ts';
import type { TestApp } from './app.ts';
import type { TestUser } from './make.ts';

let transfers = 0;

/** A bank transfer of `naira` into an account that nobody has, or into the named one, which is closed; gives the id of its entry. */
export async function suspendTransfer(
  app: TestApp,
  { naira = 5_000, accountNumber = '6600000000', sender = 'TUNDE BALOGUN' } = {},
): Promise<string> {
  transfers += 1;
  const transferId = `S${transfers}-${app.context.config.port}`;
  const event = {
    notification_status: 'payment_successful',
    transaction_status: 'success',
    transaction_id: transferId,
    amount_paid: naira,
    sender: { name: sender },
    receiver: { account_number: accountNumber },
  };
  const { pool } = app.context;
  const { id } = await pool.get<{ id: bigint }>(
    `insert into hook_events (provider, body_hash, body) values ('paymentpoint', $1, $2) returning id`,
    [transferId, JSON.stringify(event)],
  );
  await settleHook(app.context, id);
  app.takeErrors();
  const posting = await pool.get<{ id: bigint }>(
    `select id from postings where code = 'funding.suspense' and reference = $1`,
    [`paymentpoint:${transferId}`],
  );
  return String(posting.id);
}

/** What an admin sends to credit a new entry to somebody. */
export const creditFromSuspense = async (app: TestApp, { userName }: TestUser) => ({
  id: await suspendTransfer(app),
  outcome: 'credit',
  userName,
  reason: 'The bank says that it is theirs',
});
