/** Every call that moves money, from the contract, and one request of each by its probe. */
import { api } from '@jara/contract/api.ts';
import type { CallShape } from '@jara/contract/call.ts';
import { naira } from '@jara/contract/money.ts';
import type { CallName } from '@jara/contract/paths.ts';
import type { Answer, TestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { probes } from '../../../test/probes.ts';

export const shapes = Object.entries(api) as [CallName, CallShape][];

export const moneyCalls = shapes.filter(([, { money }]) => money !== undefined).map(([name]) => name);

/** What a caller gives besides, who sets up what asks for it. */
export type Prove = (
  caller: TestUser,
  ask: () => Promise<Answer<CallName>>,
) => Promise<Record<string, unknown>>;

/** Gives what sends the same request with the same key, as often as one likes. */
export async function sendByProbe(
  app: TestApp,
  name: CallName,
  prove: Prove = async () => ({}),
): Promise<() => Promise<Answer<CallName>>> {
  const shape: CallShape = api[name];
  // Of an admin these two issue money.
  const byStaff = shape.money === 'others' || name === 'transferFund' || name === 'generateCoupon';
  const owner = await app.make.user({ wallet: naira(5_000) });
  const caller = byStaff ? await app.make.user({ isAdmin: true }) : owner;
  const stage = { app, receiverUrl: `${app.sandbox.url}/nobody` };
  // What becomes of it is the call's own matter.
  const input = (await probes[name](stage, { owner, caller })) as never;
  const send = (more: Record<string, unknown> = {}) =>
    app.as(caller).call(name, { ...(input as object), ...more }, { key: 'one' });
  const given = await prove(caller, send);
  return () => send(given);
}
