/** The last step of logging in and of registering: a new session, and all that the first screen shows. */
import type { SignedIn } from '@jara/contract/calls/accounts.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { deviceHeaders } from '../../platform/device-cookie.ts';
import { Reply, type HttpFacts } from '../../platform/serve.ts';
import { noteDevice } from '../sessions/devices.ts';
import { presentProfile } from './present.ts';

export interface OpenedSession {
  token: string;
  /** For the cookie by which this device is known again. */
  deviceKey: string;
}

/** Opens a session in the caller's commit. */
export async function openSession(
  context: Context,
  db: Db,
  userId: bigint,
  request: HttpFacts,
): Promise<OpenedSession> {
  // Locks the user as well: of two first logins at once, one is the first.
  await db.run('update users set last_login_at = now() where id = $1', [userId]);
  const { id: deviceId, key: deviceKey } = await noteDevice(context, db, userId, request);
  return { token: await context.sessions.open(db, userId, { ...request, deviceId }), deviceKey };
}

/** To be called after the commit that opened the session. */
export async function replySignedIn(
  context: Context,
  { token, deviceKey }: OpenedSession,
  { status, msg }: { status: 200 | 201; msg: string },
): Promise<Reply<SignedIn>> {
  const principal = await context.sessions.find(token);
  if (principal === undefined) throw new Error('a session ended as it began');
  const body = { ...(await presentProfile(context, principal)), token, msg };
  return new Reply(status, body, deviceHeaders(deviceKey, context.config.publicUrl));
}
