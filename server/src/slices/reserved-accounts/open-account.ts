/**
 * Opens the reserved account of a user at the provider's bank, once. The row with our reference is there before the provider gets a request about
 * it; one request at a time asks, the others wait for its answer; and whoever asks again uses the same reference.
 */
import type { AccountNumber } from '@jara/contract/calls/accounts.ts';
import { limits } from '@jara/contract/constants.ts';
import type { Context } from '../../app/context.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import { brokenConstraint, type Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { newReference } from '../transactions/reference.ts';

// Longer than the provider is given to answer: a request of this age is not being answered any more.
const ASKING_SECONDS = 20;
const WAIT_FOR_OTHERS_MS = 5_000;
const LOOK_EVERY_MS = 100;

/** All accounts of the user afterwards. */
export async function openAccount(
  context: Context,
  principal: Principal,
  bankName: string,
): Promise<{ msg: string; accountNumbers: AccountNumber[] }> {
  const { pool, reservedAccounts } = context;
  const { bank } = reservedAccounts;
  const { userId } = principal;
  if (bankName.trim().toLowerCase() !== bank) refuseField('bankName', `The only bank is ${bank}`);
  const person = await pool.get<Person>(
    `select email, phone, exists (select from identities where user_id = u.id) as "isVerified" from users u where id = $1`,
    [userId],
  );
  if (!person.isVerified) refuse('identity_required');
  await pool.run(
    `insert into reserved_accounts (user_id, bank, provider, reference) values ($1, $2, $3, $4)
     on conflict (user_id, bank) where state <> 'closed' do nothing`,
    [userId, bank, reservedAccounts.name, newReference()],
  );
  const claimed = await claim(pool, userId, bank);
  if (claimed === undefined) await waitForOthers(pool, userId, bank);
  else await ask(context, claimed, person, principal.userName);
  return { msg: 'Your account number is ready', accountNumbers: await listAccounts(pool, userId) };
}

interface Person {
  email: string;
  phone: string;
  isVerified: boolean;
}

interface Claimed {
  id: bigint;
  reference: string;
}

/** The account to be opened, unless it is open or somebody else is asking for it at this moment. */
function claim(db: Db, userId: bigint, bank: string): Promise<Claimed | undefined> {
  return db.find<Claimed>(
    `update reserved_accounts set asked_at = now()
     where user_id = $1 and bank = $2 and state = 'opening'
       and (asked_at is null or asked_at < now() - make_interval(secs => $3))
     returning id, reference`,
    [userId, bank, ASKING_SECONDS],
  );
}

async function waitForOthers(db: Db, userId: bigint, bank: string): Promise<void> {
  const untilMs = Date.now() + WAIT_FOR_OTHERS_MS;
  for (;;) {
    const row = await db.find<{ isOpen: boolean; isAsked: boolean }>(
      `select state = 'active' as "isOpen", asked_at is not null as "isAsked" from reserved_accounts
       where user_id = $1 and bank = $2 and state <> 'closed'`,
      [userId, bank],
    );
    if (row?.isOpen === true) return;
    if (row?.isAsked !== true) refuse('bank_unavailable');
    if (Date.now() > untilMs) refuse('idempotency_in_progress', { retryAfterSeconds: 2 });
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function ask(
  { pool, reservedAccounts, log }: Context,
  { id, reference }: Claimed,
  { email, phone }: Person,
  userName: string,
): Promise<void> {
  const name = userName.slice(0, limits.accountNamePrefix);
  crashPoint('account.open.before_call');
  const answer = await reservedAccounts.open({ reference, name, email, phone });
  crashPoint('account.open.after_call');
  if (answer.outcome === 'opened') {
    await pool
      .run(
        `update reserved_accounts set state = 'active', account_number = $2, account_name = $3, provider_reference = $4, opened_at = now()
         where id = $1 and state = 'opening'`,
        [id, answer.accountNumber, answer.accountName || name, answer.providerReference],
      )
      .catch((error: unknown) => {
        if (brokenConstraint(error) !== 'reserved_accounts_number') throw error;
        log.error({ reference }, 'the bank gave the account number of another user');
        refuse('bank_unavailable');
      });
    crashPoint('account.open.after_commit');
    return;
  }
  const reason = answer.outcome === 'refused' ? answer.message : answer.reason;
  log.warn({ reference, reason }, 'the bank did not open a reserved account');
  // Free for the next request at once: it asks with the same reference.
  await pool.run(`update reserved_accounts set asked_at = null where id = $1 and state = 'opening'`, [id]);
  refuse('bank_unavailable');
}

function listAccounts(db: Db, userId: bigint): Promise<AccountNumber[]> {
  return db.rows<AccountNumber>(
    `select bank as "bankName", account_number as "accountNumber", account_name as "accountName", state as status
     from reserved_accounts where user_id = $1 and state <> 'opening' order by id`,
    [userId],
  );
}
