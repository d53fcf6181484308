/**
 * Requests of somebody who has what the call is about: the link from the mail, the code of the app, an earning, a difference at a supplier.
 * The probes of the tests make it, and there is one for every call of the contract; a call that chance has not yet got done comes first.
 */
import { api } from '@jara/contract/api.ts';
import type { Access, Call } from '@jara/contract/call.ts';
import { naira } from '@jara/contract/money.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { ownership } from '@jara/contract/roles.ts';
import type { RunningApp } from '../../test/app.ts';
import { whoMay } from '../../test/make.ts';
import { probes } from '../../test/probes.ts';
import type { Choice } from '../choose.ts';
import type { Fields, Hints } from './from-schema.ts';
import { RECEIVER } from './hints.ts';
import type { Person } from './people.ts';
import { drawRequest, exactRequest } from './requests.ts';
import type { Sent } from './sent.ts';

/** Their things are somebody else's, but for what they asked for themselves. */
const isOfStaff = (access: Access): boolean => access === 'staff' || access === 'admin';

export interface Prepared {
  sent: Sent;
  caller: Person;
}

/**
 * `isExact` leaves nothing of the request to chance. Throws when what has to be there first was refused: something drawn has locked, emptied
 * or changed it.
 */
export async function prepare(
  app: RunningApp,
  chance: Choice,
  name: CallName,
  usual: Hints,
  isExact = chance.once(2),
): Promise<Prepared> {
  const call: Call = api[name];
  const { access } = call;
  const wallet = naira(20_000);
  const maker = await app.make.user({ ...whoMay[access], wallet });
  const isOfOthers = isOfStaff(access) && ownership[name] !== 'own';
  const owner = isOfOthers ? await app.make.user({ wallet }) : maker;
  // What probes take of the log belongs to the run.
  const stage = { app: { ...app, takeErrors: () => [] }, receiverUrl: RECEIVER };
  const fields: Fields = await probes[name](stage, { owner, caller: maker });
  const caller: Person = {
    ...maker,
    role: isOfStaff(access) ? access : 'user',
    sends: maker.token,
    by: 'session',
    isStaff: isOfStaff(access),
  };
  const sent = isExact
    ? exactRequest(chance, call, fields, caller.sends)
    : drawRequest(
        chance,
        call,
        (field) => (Object.hasOwn(fields, field) ? fields[field] : usual(field)),
        caller.sends,
      );
  return { sent, caller };
}
