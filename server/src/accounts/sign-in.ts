/** The last step of logging in and of registering: a new session, and all that the first screen shows. */
import type { SignedIn } from '@jara/contract/accounts.ts';
import type { Context } from '../context.ts';
import type { Db } from '../platform/db.ts';
import type { RequestFacts } from '../platform/serve.ts';
import { presentProfile } from './present.ts';

/** Opens a session in the caller's commit. Gives its token. */
export async function openSession(
  { sessions }: Context,
  db: Db,
  userId: bigint,
  request: RequestFacts,
): Promise<string> {
  await db.run('update users set last_login_at = now() where id = $1', [userId]);
  return sessions.open(db, userId, request);
}

/** To be called after the commit that opened the session. */
export async function presentSignedIn(context: Context, token: string, msg: string): Promise<SignedIn> {
  const principal = await context.sessions.find(token);
  if (principal === undefined) throw new Error('a session ended as it began');
  return { ...(await presentProfile(context, principal)), token, msg };
}
