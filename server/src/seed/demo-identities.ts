/** All demo users but `smart` are verified (D8.5), by numbers that the sandbox's register would confirm too. */
import type { IdentityKeys } from '../slices/identity/hash-keys.ts';
import { hashPhone } from '../slices/identity/hashes.ts';
import { recordIdentity } from '../slices/identity/record-identity.ts';
import type { Pool } from '../platform/db.ts';

const unverified = 'smart';

/** Verifies those demo users that are not. */
export async function seedDemoIdentities(pool: Pool, keys: IdentityKeys): Promise<void> {
  const missing = await pool.rows<{ id: bigint; userName: string; phone: string }>(
    `select id, user_name as "userName", phone from users u
     where is_demo and user_name <> $1 and not exists (select from identities i where i.user_id = u.id) order by id`,
    [unverified],
  );
  for (const { id, userName, phone } of missing) {
    await pool.commit((db) =>
      recordIdentity(db, keys, {
        userId: id,
        kind: 'nin',
        number: demoNumber(hashPhone(keys, phone)),
        firstName: 'Demo',
        middleName: null,
        lastName: userName,
        dateOfBirth: '1990-01-01',
        phone,
        provider: 'sandbox',
        providerReference: null,
        consentedAt: new Date(),
      }),
    );
  }
}

/** Eleven digits that no person has, since they begin with 00. */
const demoNumber = (seed: Buffer): string => `00${String(seed.readUInt32BE()).padStart(10, '0').slice(-9)}`;
