/** Verifies a user as the register of the sandbox knows them: the number, then the code that went to the register's phone. */
import type { Answer, TestApp } from '../../../../test/app.ts';
import { phoneCodeOf } from '../../../../test/text-messages.ts';

/** What the sandbox makes of a number. */
export const registeredPhone = (number: string): string => `070${number.slice(-8)}`;

export async function verifyIdentity(
  app: Pick<TestApp, 'as' | 'sandbox'>,
  user: { token: string },
  numbers: { nin?: string; bvn?: string },
): Promise<Answer<'confirmIdentity'>> {
  const asked = await app.as(user).call('updateKyc', numbers);
  if (asked.status !== 200) throw new Error(`the number was refused: ${JSON.stringify(asked.body)}`);
  const code = phoneCodeOf(app, registeredPhone(numbers.nin ?? numbers.bvn ?? ''));
  return app.as(user).call('confirmIdentity', { code });
}

let people = 0;

/** Verifies both, of whom the register says that they are one person. */
export async function makeOnePerson(
  app: Pick<TestApp, 'as' | 'sandbox' | 'context'>,
  user: { token: string; userId: bigint },
  twin: { userId: bigint },
): Promise<void> {
  people += 1;
  await verifyIdentity(app, user, { bvn: `8${String(people).padStart(6, '0')}5555` });
  await app.context.pool.run(
    `insert into identities (user_id, kind, number_hash, last_four, person_hash, full_name, provider, consented_at)
     select $2, kind, sha256(number_hash), last_four, person_hash, full_name, provider, now() from identities where user_id = $1`,
    [user.userId, twin.userId],
  );
}
