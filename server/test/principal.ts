/** People as the engine of purchases and the checks of staff take them. */
import { randomBytes } from 'node:crypto';
import { naira } from '@jara/contract/money.ts';
import { houseAccount } from '../src/ledger/chart.ts';
import { post } from '../src/ledger/post.ts';
import type { Pool } from '../src/platform/db.ts';
import { hashToken } from '../src/platform/sessions/find-token.ts';
import type { Principal } from '../src/platform/sessions/principal.ts';
import { createUser } from '../src/slices/accounts/create-user.ts';

type Person = Pick<Principal, 'userId' | 'userName' | 'walletAccountId'>;

/** Somebody without rights on a known device, without PIN and code, whose address is confirmed; by the session of `token`, or by none. */
export const principalOf = ({ token, ...person }: Person & { token?: string }): Principal => ({
  ...person,
  userType: 'smart earner',
  isAdmin: false,
  isAgent: false,
  isCouponVendor: false,
  tokenHash: token === undefined ? Buffer.alloc(0) : hashToken(token),
  via: 'session',
  token: null,
  pinSince: null,
  hasTotp: false,
  hasPasskey: false,
  newSince: null,
  newBecause: 'new_device',
  now: () => new Date(),
  isProved: true,
  deviceId: null,
});

/** The same with a session that is open, for what asks whether it is. */
export async function signedIn(pool: Pool, principal: Principal): Promise<Principal> {
  const tokenHash = randomBytes(32);
  await pool.run(
    `insert into sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
    [tokenHash, principal.userId],
  );
  return { ...principal, tokenHash };
}

/** Somebody with a million naira in the wallet, where no program runs. `number` is a digit that nobody else has. */
export async function makeBuyer(
  pool: Pool,
  userName: string,
  number: number,
  rights: { isAgent?: boolean } = {},
): Promise<Principal> {
  const person = {
    ...rights,
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
