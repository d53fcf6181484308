/** A database that lets nobody in: each call says 503 and when to come back, also one that has in memory what it would answer. */
import { api } from '@jara/contract/api.ts';
import { isChange, type CallShape } from '@jara/contract/call.ts';
import { naira } from '@jara/contract/money.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { ownership } from '@jara/contract/roles.ts';
import { expect, inject, it } from 'vitest';
import { useTestApp, type Answer } from '../../test/app.ts';
import { whoMay, type UserInput } from '../../test/make.ts';
import { useReceiver } from '../../test/outside/receiver.ts';
import { probes, probeSettings } from '../../test/probes.ts';
import { runSql } from '../../test/run-sql.ts';
import { allCalls } from '../../test/specified-rights.ts';
import { openAnyhow } from '../slices/recovery/testing/closed-shop.ts';

const app = useTestApp({ env: { ...probeSettings, PURCHASE_WAIT_MS: '2000' } });
const receiver = useReceiver();

/** Everything that the call needs is there; it is not sent yet. */
async function prepared(name: CallName): Promise<() => Promise<Answer<CallName>>> {
  const shape: CallShape = api[name];
  const person = (input: UserInput = {}) => app.make.user({ ...input, wallet: naira(20_000) });
  const caller = await person(whoMay[shape.access]);
  const owner = ownership[name] === 'anybody' ? await person() : caller;
  const input = await probes[name]({ app, receiverUrl: receiver.url }, { owner, caller });
  await openAnyhow(app);
  return () => app.as(caller).call(name, input);
}

async function letIn(is: boolean): Promise<void> {
  const name = new URL(app.databaseUrl).pathname.slice(1);
  await runSql(inject('postgresUrl'), `alter database ${name} allow_connections ${is}`);
  if (is) return;
  await runSql(
    inject('postgresUrl'),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
}

it('is said by every call, and by none as a fault of the program', async () => {
  const requests = new Map<CallName, () => Promise<Answer<CallName>>>();
  for (const name of allCalls) requests.set(name, await prepared(name));

  const answers: [CallName, unknown][] = [];
  await letIn(false);
  try {
    for (const [name, send] of requests) {
      const { status, body, headers } = await send();
      const { code } = body as { code?: string }; // of a refusal
      answers.push([name, status === 503 ? [code, headers.get('retry-after')] : status]);
    }
  } finally {
    await letIn(true);
  }
  const errors = app.takeErrors().map((line) => (JSON.parse(line) as { msg: string }).msg); // of pino
  expect(new Set(errors)).toEqual(new Set(['database connection lost']));

  // Of a call that changes something an earlier commit may stand, so that it may be said that this is not known.
  for (const [name, answer] of answers) {
    const codes = isChange(api[name]) ? ['unavailable', 'outcome_unknown'] : ['unavailable'];
    expect([name, answer]).toEqual([name, [expect.toBeOneOf(codes), expect.stringMatching(/^[1-9]\d*$/)]]);
  }
});
