/** Makes real rows for tests: `const ada = await make.user({ wallet: naira(5_000) })`. */
import { randomBytes } from 'node:crypto';
import type { Access } from '@jara/contract/call.ts';
import type { UserType } from '@jara/contract/constants.ts';
import { negate, zero, type Kobo } from '@jara/contract/money.ts';
import { createUser } from '../src/slices/accounts/create-user.ts';
import { hashPassword } from '../src/platform/passwords.ts';
import type { Context } from '../src/app/context.ts';
import { houseAccount } from '../src/ledger/chart.ts';
import { post } from '../src/ledger/post.ts';
import type { Pool } from '../src/platform/db.ts';

const testPassword = 'correct horse 9';
let passwordHash: Promise<string> | undefined;

export interface TestUser {
  userId: bigint;
  walletAccountId: bigint;
  userName: string;
  email: string;
  phone: string;
  password: string;
  /** Of a session that is open. */
  token: string;
}

export interface UserInput {
  userName?: string;
  userType?: UserType;
  wallet?: Kobo;
  isAdmin?: boolean;
  isAgent?: boolean;
  isCouponVendor?: boolean;
}

export interface Make {
  user(input?: UserInput): Promise<TestUser>;
}

/** Somebody for whom a call with this access is. */
export const whoMay: Readonly<Record<Access, UserInput>> = {
  public: {},
  user: {},
  session: {},
  'smart earner': {},
  vendor: { isCouponVendor: true },
  staff: { isAgent: true },
  admin: { isAdmin: true },
};

let usersMade = 0;

/** By the owner of the tables: nobody else appoints staff. */
export function createMake({ sessions }: Context, owner: Pool): Make {
  return {
    async user({ wallet = zero, ...input } = {}) {
      usersMade += 1;
      const userName = input.userName ?? `user_${usersMade}_${randomBytes(3).toString('hex')}`;
      const person = {
        userName,
        email: `${userName}@people.example`,
        phone: `0701${String(usersMade).padStart(7, '0')}`,
      };
      passwordHash ??= hashPassword(testPassword, 'known');
      const hash = await passwordHash;
      return owner.commit(async (db) => {
        const made = await createUser(db, {
          ...input,
          ...person,
          fullName: userName,
          passwordHash: hash,
          // Only demo users have opening money.
          isDemo: wallet > 0n,
        });
        if (wallet > 0n) {
          await post(db, {
            code: 'issue.demo',
            reference: String(made.userId),
            legs: [
              { accountId: await houseAccount(db, 'issuance'), amountKobo: negate(wallet) },
              { accountId: made.walletAccountId, amountKobo: wallet },
            ],
          });
        }
        const token = await sessions.open(db, made.userId, { userAgent: 'test', ip: '127.0.0.1' });
        return { ...made, ...person, password: testPassword, token };
      });
    },
  };
}
