/** Who is meant by a user name. Names that nobody has are counted, so that the list of users cannot be tried out. */
import { messages } from '@jara/contract/messages.ts';
import { HOUR_SECONDS } from '@jara/contract/time-units.ts';
import { readUserName } from '../accounts/identifiers.ts';
import type { Context } from '../../app/context.ts';
import { countAttempt, type AttemptRule } from '../../platform/attempts.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import { maskName } from './mask-name.ts';

export interface Receiver {
  userId: bigint;
  walletAccountId: bigint;
  userName: string;
  /** Masked. */
  name: string;
  /** A register has confirmed who it is. */
  isVerified: boolean;
}

/** How often one user may ask for names. */
export const nameRule = (userId: bigint): AttemptRule => ({
  name: 'validateUser',
  parts: [String(userId)],
  most: 30,
  windowSeconds: HOUR_SECONDS,
});

export async function findReceiver({ pool }: Context, input: string): Promise<Receiver | undefined> {
  if (input.trim() === '') refuseField('userName', messages.enterUserName);
  const userName = readUserName(input);
  if (userName === undefined) return undefined;
  const row = await pool.find<Receiver & { fullName: string }>(
    `select u.id as "userId", a.id as "walletAccountId", u.user_name as "userName", u.full_name as "fullName",
       exists (select from identities i where i.user_id = u.id) as "isVerified"
     from users u join accounts a on a.user_id = u.id and a.kind = 'wallet' where u.user_name = $1`,
    [userName],
  );
  if (row === undefined) return undefined;
  const { fullName, ...receiver } = row;
  return { ...receiver, name: maskName(fullName) };
}

/** Counts a name that nobody has like an enquiry, then refuses with `not_found`. */
export async function receiverOrRefuse(context: Context, askedBy: bigint, input: string): Promise<Receiver> {
  const receiver = await findReceiver(context, input);
  if (receiver !== undefined) return receiver;
  await countAttempt(context.pool, nameRule(askedBy));
  return refuseUnknown();
}

export const refuseUnknown = (): never => refuse('not_found', { msg: 'Nobody here has this username' });
