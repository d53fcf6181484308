/** The demo accounts of sandbox mode (D8.5). Their password is published: a live installation has none of them, because it refuses the database of a sandbox. */
import { naira } from '@jara/contract/money.ts';
import { createUser, type NewUser } from '../slices/accounts/create-user.ts';
import { hashPassword } from '../platform/passwords.ts';
import { houseAccount } from '../ledger/chart.ts';
import { post } from '../ledger/post.ts';
import type { Db, Pool } from '../platform/db.ts';

export const demoPassword = 'JaraSandbox1';
const walletNaira = 50_000;

type DemoUser = Pick<NewUser, 'userName' | 'userType' | 'isAdmin' | 'isAgent' | 'isCouponVendor'>;

const users: readonly DemoUser[] = [
  { userName: 'admin', isAdmin: true },
  { userName: 'agent', isAgent: true },
  { userName: 'vendor', isCouponVendor: true },
  { userName: 'smart' },
  { userName: 'reseller', userType: 'reseller' },
  { userName: 'apiuser', userType: 'api user' },
  { userName: 'partner', userType: 'partner' },
];

export const demoUserNames = users.map((user) => user.userName);

/** Makes those that are missing, each with its opening money. */
export async function seedDemoUsers(pool: Pool): Promise<void> {
  const present = await pool.rows<{ user_name: string }>('select user_name from users where is_demo');
  const missing = users.filter(({ userName }) => present.every((row) => row.user_name !== userName));
  if (missing.length === 0) return;
  const passwordHash = await hashPassword(demoPassword, 'known');
  for (const user of missing) await pool.commit((db) => seedUser(db, user, passwordHash));
}

async function seedUser(db: Db, user: DemoUser, passwordHash: string): Promise<void> {
  const { userId, walletAccountId } = await createUser(db, {
    ...user,
    fullName: `Demo ${user.userName}`,
    email: `${user.userName}@demo.example`,
    phone: `0803000010${users.indexOf(user)}`,
    passwordHash,
    isDemo: true,
  });
  const issuance = await houseAccount(db, 'issuance');
  await post(db, {
    code: 'issue.demo',
    reference: String(userId),
    legs: [
      { accountId: issuance, amountKobo: naira(-walletNaira) },
      { accountId: walletAccountId, amountKobo: naira(walletNaira) },
    ],
  });
}
