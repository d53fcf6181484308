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
