/** What migration 0078 makes of withdrawals that were refused before it because the bank did not know them. */
import { readFileSync } from 'node:fs';
import { naira } from '@jara/contract/money.ts';
import { beforeAll, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { brokenAfter } from '../../../test/spoil.ts';
import { createFakeBank } from './testing/fake-bank.ts';

const app = useTestApp({ env: { PURCHASE_WAIT_MS: '0' } });

const migration = readFileSync(
  new URL('../../../database/migrations/0078_unknown_payouts_are_asked_about.sql', import.meta.url),
  'utf8',
);

beforeAll(async () => {
  await createFakeBank(app).withdrawIntoEachState(await app.make.user({ wallet: naira(10_000) }), app.owner);
  // Of the one that was paid late.
  app.takeErrors();
});

const unknown = `first_not_found_at = now() - interval '1 hour'`;

it.each([
  ['is asked about now, when it was lately', `${unknown}, answered_at = now()`, 'now'],
  ['is left alone, when the bank said no in words', `first_not_found_at = null`, 'never'],
  [
    'is left alone, when the last question would be over',
    `${unknown}, answered_at = now() - interval '73 hours'`,
    'never',
  ],
])('what was refused %s', async (_what, as, asked) => {
  let found: unknown;
  await brokenAfter(
    app.owner,
    [`update withdrawals set return_check_at = null, ${as} where state = 'refused'`, migration],
    async (on) => {
      found = await on.rows(
        `select state, case when return_check_at = now() then 'now' when return_check_at is null then 'never' else 'later' end as asked
         from withdrawals where state in ('refused', 'reversed') order by state`,
      );
      return [];
    },
  );
  expect(found).toEqual([
    { state: 'refused', asked },
    { state: 'reversed', asked: 'never' },
  ]);
});
