/** The demo accounts of sandbox mode (decisions, section 8). Their password is published, so a live installation refuses to start beside them. */
import { hash } from '@node-rs/argon2';
import { naira } from '@jara/contract/money.ts';
import { houseAccount, openUserAccounts } from '../ledger/chart.ts';
import { post } from '../ledger/post.ts';
import { openPool, type Db, type Pool } from '../platform/db.ts';
import { createLog } from '../compose.ts';

export const demoPassword = 'JaraSandbox1';
const walletNaira = 50_000;

const users = [
  { userName: 'admin', userType: 'smart earner', isAdmin: true },
  { userName: 'agent', userType: 'smart earner', isAgent: true },
  { userName: 'vendor', userType: 'smart earner', isCouponVendor: true },
  { userName: 'smart', userType: 'smart earner' },
  { userName: 'reseller', userType: 'reseller' },
  { userName: 'apiuser', userType: 'api user' },
  { userName: 'partner', userType: 'partner' },
];

export const demoUserNames = users.map((user) => user.userName);

/** Makes those that are missing, each with its opening money, in one commit. */
export async function seedDemoUsers(pool: Pool): Promise<void> {
  const passwordHash = await hash(demoPassword);
  for (const [index, user] of users.entries()) {
    await pool.commit(async (db) => seedUser(db, user, `0803000010${index}`, passwordHash));
  }
}

async function seedUser(
  db: Db,
  user: (typeof users)[number],
  phone: string,
  passwordHash: string,
): Promise<void> {
  const made = await db.find<{ id: bigint }>(
    `insert into users (user_name, full_name, email, phone, password_hash, user_type, is_admin, is_agent, is_coupon_vendor, is_demo)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, true) on conflict do nothing returning id`,
    [
      user.userName,
      `Demo ${user.userName}`,
      `${user.userName}@demo.example`,
      phone,
      passwordHash,
      user.userType,
      user.isAdmin ?? false,
      user.isAgent ?? false,
      user.isCouponVendor ?? false,
    ],
  );
  if (made === undefined) return;
  const wallet = await openUserAccounts(db, made.id);
  const issuance = await houseAccount(db, 'issuance');
  await post(db, {
    code: 'issue.demo',
    reference: String(made.id),
    legs: [
      { accountId: issuance, amountKobo: naira(-walletNaira) },
      { accountId: wallet, amountKobo: naira(walletNaira) },
    ],
  });
}

/** Throws when a live installation has users with a published password. */
export async function refuseDemoUsers(databaseUrl: string): Promise<void> {
  const pool = openPool({ url: databaseUrl, size: 1, role: null, log: createLog('error') });
  try {
    const demo = await pool.rows<{ user_name: string }>('select user_name from users where is_demo');
    if (demo.length > 0) {
      const names = demo.map((user) => user.user_name).join(', ');
      throw new Error(
        `This database has demo users (${names}). A live installation starts with a database of its own.`,
      );
    }
  } finally {
    await pool.close();
  }
}
