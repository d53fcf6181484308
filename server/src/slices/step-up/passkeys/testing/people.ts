/** People who have passkeys. */
import { expect } from 'vitest';
import type { PasskeyRequest } from '@jara/contract/passkey.ts';
import type { Answer, TestApp } from '../../../../../test/app.ts';
import type { TestUser } from '../../../../../test/make.ts';
import { SoftwarePasskey } from './software-passkey.ts';

type App = Pick<TestApp, 'as'>;

/** Adds a passkey, by the password or whatever else is given. */
export async function addPasskey(
  app: App,
  ada: TestUser,
  passkey = new SoftwarePasskey(),
  { stepUp = { password: ada.password }, name }: { stepUp?: Record<string, unknown>; name?: string } = {},
) {
  const { options } = (await app.as(ada).call('beginPasskey', stepUp)).reply;
  const added = await app.as(ada).call('addPasskey', { credential: passkey.create(options), name });
  return { passkey, id: added.reply.passkey._id, recoveryCodes: added.reply.recoveryCodes };
}

export const passkeysOf = async (app: App, ada: TestUser) =>
  (await app.as(ada).call('listPasskeys')).reply.passkeys;

/** What a refusal carries to ask for a passkey. */
export function askedIn({ refusal }: Pick<Answer<'login'>, 'refusal'>): PasskeyRequest {
  const { passkey } = refusal as { passkey?: PasskeyRequest }; // as the document says of the code
  if (passkey === undefined) throw new Error(`no passkey was asked for: ${JSON.stringify(refusal)}`);
  return passkey;
}

/** Until so many statements wait for a lock. */
export async function somebodyWaits({ owner }: Pick<TestApp, 'owner'>, { times = 1 } = {}): Promise<void> {
  const waits = async () => {
    const { count } = await owner.get<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return count;
  };
  await expect.poll(waits, { timeout: 20_000 }).toBeGreaterThanOrEqual(times);
}
