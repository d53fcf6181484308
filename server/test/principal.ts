/** People as the engine of purchases and the checks of staff take them. */
import { naira } from '@jara/contract/money.ts';
import { houseAccount } from '../src/ledger/chart.ts';
import { post } from '../src/ledger/post.ts';
import type { Pool } from '../src/platform/db.ts';
import type { Principal } from '../src/platform/sessions/principal.ts';
import { createUser } from '../src/slices/accounts/create-user.ts';

/** Somebody without rights, signed in on a known device without PIN and code, whose address is confirmed. */

export const principalOf = (user: Pick<Principal, 'userId' | 'userName' | 'walletAccountId'>): Principal => ({
  ...user,
  userType: 'smart earner',
  isAdmin: false,
  isAgent: false,
  isCouponVendor: false,
  tokenHash: Buffer.alloc(32),
  via: 'session',
  token: null,
  hasPin: false,
  hasTotp: false,
  hasPasskey: false,
  newSince: null,
  newBecause: 'new_device',
  isProved: true,
  deviceId: null,
});

/** Somebody with a million naira in the wallet, where no program runs. `number` is a digit that nobody else has. */
export async function makeBuyer(pool: Pool, userName: string, number: number): Promise<Principal> {
  const person = {
    userName,
    fullName: userName,
    email: `${userName}@people.example`,
    phone: `0803000000${number}`,
    passwordHash: 'x',
    isDemo: true,
  };
  const made = await pool.commit(async (db) => {
    const user = await createUser(db, person);
    const legs = [
      { accountId: await houseAccount(db, 'issuance'), amountKobo: naira(-1_000_000) },
      { accountId: user.walletAccountId, amountKobo: naira(1_000_000) },
    ];
    await post(db, { code: 'issue.demo', reference: String(user.userId), legs });
    return user;
  });
  return principalOf({ ...made, userName });
}
