import { refuse } from '../../platform/refuse.ts';
import type { Principal } from '../../platform/sessions/principal.ts';

/** The id of a user whom the caller decides about. Nobody decides about themselves; whether it is another person, `refuseSamePerson` asks in the commit. */
export function otherUserOrRefuse({ userId }: Pick<Principal, 'userId'>, input: string): bigint {
  const id = /^[1-9]\d{0,17}$/.test(input) ? BigInt(input) : refuse('not_found');
  if (id === userId)
    refuse('forbidden', { msg: 'Nobody decides about their own account: ask another admin' });
  return id;
}
