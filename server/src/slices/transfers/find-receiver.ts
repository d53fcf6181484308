/** Who is meant by a user name. */
import { messages } from '@jara/contract/messages.ts';
import { countName } from '../accounts/find-user.ts';
import { readUserName } from '../accounts/identifiers.ts';
import type { Context } from '../../app/context.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
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

const nobody = 0n;

/**
 * Refuses with `not_found`, and with `too_many_requests` whoever asks for too many names, whether somebody has them or not. `isRepeat` says of a user, or
 * of 0 for nobody, whether the request only shows what an earlier one did: then nothing is counted.
 */
export async function receiverOrRefuse(
  context: Context,
  principal: Principal,
  input: string,
  isRepeat: (receiverId: bigint) => Promise<boolean> = () => Promise.resolve(false),
): Promise<Receiver> {
  if (input.trim() === '') refuseField('userName', messages.enterUserName);
  const receiver = await findReceiver(context, input);
  if (!(await isRepeat(receiver?.userId ?? nobody))) await countName(context, principal, input);
  return receiver ?? refuse('not_found', { msg: 'Nobody here has this username' });
}

async function findReceiver({ pool }: Context, input: string): Promise<Receiver | undefined> {
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
