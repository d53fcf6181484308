/** The last step of logging in and of registering: a new session, and all that the first screen shows. */
import type { Standing } from '@jara/contract/constants.ts';
import { refusals } from '@jara/contract/refusals.ts';
import type { SignedIn } from '@jara/contract/calls/accounts.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { deviceHeaders } from '../../platform/device-cookie.ts';
import { Reply, type HttpFacts } from '../../platform/serve.ts';
import { refuse } from '../../platform/refuse.ts';
import { noteDevice } from '../sessions/devices.ts';
import { presentProfile } from './present.ts';

export interface OpenedSession {
  token: string;
  /** For the cookie by which this device is known again. */
  deviceKey: string;
}

/** Opens a session in the caller's commit. Refuses with account_suspended and account_closed. */
export async function openSession(
  context: Context,
  db: Db,
  userId: bigint,
  request: HttpFacts,
): Promise<OpenedSession> {
  // Locks the user as well: of two first logins at once, one is the first; and who suspends waits, then ends this session too.
  await db.run('update users set last_login_at = now() where id = $1', [userId]);
  await refuseStopped(db, userId);
  const { id: deviceId, key: deviceKey } = await noteDevice(context, db, userId, request);
  return { token: await context.sessions.open(db, userId, { ...request, deviceId }), deviceKey };
}

async function refuseStopped(db: Db, userId: bigint): Promise<void> {
  const { standing, words } = await db.get<{ standing: Standing; words: string | null }>(
    `select a.standing, (select s.words from standings s where s.user_id = a.user_id order by s.id desc limit 1) as words
     from accounts a where a.user_id = $1 and a.kind = 'wallet'`,
    [userId],
  );
  if (standing === 'active' || standing === 'restricted') return;
  const code = standing === 'closed' ? 'account_closed' : 'account_suspended';
  refuse(code, words === null ? {} : { msg: `${refusals[code].msg}. ${words}` });
}

/** To be called after the commit that opened the session. */
export async function replySignedIn(
  context: Context,
  { token, deviceKey }: OpenedSession,
  { status, msg }: { status: 200 | 201; msg: string },
): Promise<Reply<SignedIn>> {
  const principal = await context.sessions.find(token, deviceKey);
  // Staff suspended the account meanwhile.
  if (principal === undefined) refuse('unauthenticated');
  const body = { ...(await presentProfile(context, principal)), token, msg };
  return new Reply(status, body, deviceHeaders(deviceKey, context.config.publicUrl));
}
