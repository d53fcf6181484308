/**
 * Every call by every role, with each kind of token, on one's own things and on another's: what is specified
 * (`server/test/specified-rights.ts`) is what happens, whatever the program's own table says. Who is refused learns nothing of the other
 * and changes nothing.
 */
import { api } from '@jara/contract/api.ts';
import type { CallShape } from '@jara/contract/call.ts';
import { userTypes } from '@jara/contract/constants.ts';
import { naira } from '@jara/contract/money.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { ownership, roles, type Role } from '@jara/contract/roles.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { useTestApp, type Answer, type Caller } from '../../test/app.ts';
import type { TestUser, UserInput } from '../../test/make.ts';
import { probes, probeSettings } from '../../test/probes.ts';
import { apiTokenOf } from '../slices/api-tokens/testing/probes.ts';
import { openAnyhow } from '../slices/recovery/testing/closed-shop.ts';
import { useReceiver } from '../../test/outside/receiver.ts';
import { allCalls, allCells, mayCall, whoseThings, type Cell } from '../../test/specified-rights.ts';

const app = useTestApp({ env: probeSettings });
const receiver = useReceiver();
afterEach(() => openAnyhow(app));

type Token = 'no token' | 'session' | 'API token';
type Outcome = 'done' | 'unauthenticated' | 'forbidden' | 'not found';

/** Staff are resellers here, so that no right of theirs comes from being a smart earner. */
const inputs: Record<Role, UserInput> = {
  visitor: {},
  'smart earner': {},
  reseller: { userType: 'reseller' },
  'api user': { userType: 'api user' },
  partner: { userType: 'partner' },
  'coupon vendor': { userType: 'reseller', isCouponVendor: true },
  agent: { userType: 'reseller', isAgent: true },
  admin: { userType: 'reseller', isAdmin: true },
};

/** The two halves of a cell. */
const read = (cell: Cell) => cell.split(', ') as [Role, Token]; // as the cells are spelled

function expected(name: CallName, cell: Cell, whose: 'own' | "another's"): Outcome {
  const [, token] = read(cell);
  if (!mayCall(name, cell)) return token === 'no token' ? 'unauthenticated' : 'forbidden';
  if (whose === 'own') return 'done';
  switch (whoseThings(name)) {
    case 'nobody':
    case 'others':
      return 'done';
    case 'own':
      return 'not found';
    case 'self':
      return 'forbidden';
    case 'own, or by staff':
      return cell === 'agent, session' || cell === 'admin, session' ? 'done' : 'not found';
  }
}

function outcomeOf(name: CallName, { status, body }: Answer<CallName>): string {
  const shape: CallShape = api[name];
  if (status in shape.replies) return 'done';
  const { code } = body as { code?: string }; // what is no success is a refusal
  if (status === 401 && code === 'unauthenticated') return 'unauthenticated';
  if (status === 403 && code === 'forbidden') return 'forbidden';
  return status === 404 ? 'not found' : `${status}: ${JSON.stringify(body)}`;
}

const person = (input: UserInput = {}): Promise<TestUser> =>
  app.make.user({ ...input, wallet: naira(20_000) });

async function callerBy(token: Token, caller: TestUser): Promise<Caller> {
  if (token === 'no token') return app.anybody();
  if (token === 'session') return app.as(caller);
  return app.as({ token: (await apiTokenOf({ app }, caller)).apiToken });
}

async function make(name: CallName, cell: Cell, whose: 'own' | "another's"): Promise<string> {
  const [role, token] = read(cell);
  const caller = await person(inputs[role]);
  const isOwn = whose === 'own' && role !== 'visitor' && whoseThings(name) !== 'others';
  // What only staff have is another one's of them.
  const isOfUsers = mayCall(name, 'smart earner, session');
  const owner = isOwn ? caller : await person(isOfUsers ? {} : inputs.admin);
  const stage = { app, receiverUrl: receiver.url };
  // What a visitor needs of a user beforehand is the owner's: a visitor has nothing.
  const input = await probes[name](stage, { owner, caller: role === 'visitor' ? owner : caller });
  const answer = await (await callerBy(token, caller)).call(name, input);
  const outcome = outcomeOf(name, answer);
  if (outcome !== 'done' && owner !== caller) {
    const text = JSON.stringify(answer.body);
    for (const secret of [owner.email, owner.phone]) expect(text).not.toContain(secret);
    // Nothing was done to it: the owner still can.
    if (whoseThings(name) === 'own')
      expect(outcomeOf(name, await app.as(owner).call(name, input))).toBe('done');
  }
  return outcome;
}

async function expectCells(name: CallName, whose: 'own' | "another's"): Promise<void> {
  const found: Record<string, string> = {};
  const wanted: Record<string, string> = {};
  for (const cell of allCells) {
    wanted[cell] = expected(name, cell, whose);
    found[cell] = await make(name, cell, whose);
  }
  expect(found).toEqual(wanted);
}

describe('every role', () => {
  it.each(allCalls)('may %s as is specified', (name) => expectCells(name, 'own'));
});

describe("another's things", () => {
  const ofPersons = allCalls.filter((name) => !['nobody', 'others'].includes(whoseThings(name)));
  it.each(ofPersons)('are safe from %s', (name) => expectCells(name, "another's"));
});

describe('the table of roles', () => {
  it('has a column for each type of user, and each is specified', () => {
    expect(roles).toEqual(expect.arrayContaining([...userTypes]));
    expect(new Set(allCells.map((cell) => read(cell)[0]))).toEqual(new Set(roles));
  });

  it('knows whose things a call names wherever the address has an id', () => {
    const named = Object.values<CallShape & { name: CallName }>(api).filter(
      ({ params }) => params !== undefined,
    );
    expect(named.map(({ name }) => [name, ownership[name]])).not.toContainEqual([expect.anything(), 'none']);
  });
});
