import type { TestApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/make.ts';

/** What its owner reads of an account, newest first, an event in a line: `step_up passkey ok unfreezeWallet`. */
export async function eventSummaries(app: Pick<TestApp, 'as'>, user: TestUser): Promise<string[]> {
  const { events } = (await app.as(user).call('listSecurityEvents')).reply;
  return events.map(({ what, factor, outcome, detail }) =>
    [what, factor, outcome, detail].filter((part) => part !== null).join(' '),
  );
}
